/**
 * Uploads that are declared and never sent, on a small separate disk: one address cannot reserve the disk, so others can
 * still upload, and the limit follows the free space.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReadyDatabase, type TestDatabase } from '../support/create-database.ts'
import { createMember, runSql } from '../support/member.ts'
import { freePort, type ServerProcess, startProcess, untilHealthy } from '../support/server-process.ts'
import { base64, createVisitor, type Visitor } from '../support/visitor.ts'

const megabyte = 1024 * 1024
const diskMegabytes = 200

let dataDir: string
let database: TestDatabase
let server: ServerProcess
let baseUrl: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'filesmith-fault-'))
  database = await createReadyDatabase()
  const port = await freePort()
  baseUrl = `http://127.0.0.1:${port}`
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    PORT: String(port),
    MIN_FREE_DISK_MB: '0',
    BEHIND_PROXY: 'true',
    COOKIE_SECRET: 'a secret that takes no space on the small disk',
  }
  const onSmallDisk = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c']
  const mountAndRun = `mount -t tmpfs -o size=${diskMegabytes}m tmpfs '${dataDir}' && exec "$@"`
  server = startProcess('main-web', env, [...onSmallDisk, mountAndRun, 'sh'])
  await untilHealthy(baseUrl, server)
})
afterAll(async () => {
  server.kill('SIGTERM')
  await server.ended()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const fromNetwork = (number: number) => ({ 'x-forwarded-for': `198.51.100.${number}` })
const tusHeaders = { 'tus-resumable': '1.0.0' }

function declare(visitor: Visitor, bytes: number): Promise<Response> {
  const headers = {
    ...tusHeaders,
    'upload-length': String(bytes),
    'upload-metadata': `filename ${base64('a.bin')}`,
  }
  return visitor.fetch('/api/uploads', { method: 'POST', headers })
}

/** The first one gets the cookie of the visitor for the others. */
async function acceptedOf(visitor: Visitor, count: number, bytes: number): Promise<Response[]> {
  const first = await declare(visitor, bytes)
  const others = await Promise.all(Array.from({ length: count - 1 }, () => declare(visitor, bytes)))
  return [first, ...others].filter(({ status }) => status === 201)
}

const refusal = async (reply: Response) => [reply.status, (await reply.json()).code]

test('one address that sends nothing reserves a tenth of the free disk, an account a quarter, and others still upload', async () => {
  const attacker = createVisitor(baseUrl, fromNetwork(1))
  // 122 uploads of 2.5 % of the disk.
  expect(await acceptedOf(attacker, 122, 5 * megabyte)).toHaveLength(4)
  const refused = await declare(attacker, 5 * megabyte)
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    429,
    '60',
    {
      code: 'unsent-quota-used',
      message:
        'The server is low on storage, so your unfinished uploads can have only 20 MB together at the moment. Finish or cancel some, or try again later.',
    },
  ])
  const accomplice = createVisitor(baseUrl, fromNetwork(1))
  expect(await refusal(await declare(accomplice, 5 * megabyte))).toEqual([429, 'network-quota-used'])

  const other = createVisitor(baseUrl, fromNetwork(2))
  await other.upload(new Uint8Array(10 * megabyte), 'a.bin')

  const member = await createMember(baseUrl)
  expect(await acceptedOf(member, 20, 5 * megabyte)).toHaveLength(9)
})

test('the limit follows the free space, and an upload without data for five minutes reserves nothing until it continues', async () => {
  const visitor = createVisitor(baseUrl, fromNetwork(3))
  const [first] = await acceptedOf(visitor, 1, 15 * megabyte)
  const url = first?.headers.get('location') ?? ''
  expect(await refusal(await declare(visitor, 5 * megabyte))).toEqual([429, 'unsent-quota-used'])
  const idle = `update uploads set active_at = now() - interval '301 seconds' where completed_at is null`
  await runSql(database.url, idle)
  const other = await declare(visitor, 15 * megabyte)
  expect(other.status).toBe(201)
  const patch = () =>
    visitor.fetch(url, {
      method: 'PATCH',
      headers: { ...tusHeaders, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(15 * megabyte),
    })
  expect(await refusal(await patch())).toEqual([429, 'unsent-quota-used'])
  await visitor.fetch(other.headers.get('location') ?? '', { method: 'DELETE', headers: tusHeaders })
  expect((await patch()).status).toBe(204)

  await runSql(database.url, idle)
  const late = createVisitor(baseUrl, fromNetwork(4))
  expect(await acceptedOf(late, 10, 3 * megabyte)).toHaveLength(5)
  await runSql(database.url, idle)
  await writeFile(`/proc/${server.pid}/root${dataDir}/filler`, Buffer.alloc(100 * megabyte))
  expect(await acceptedOf(late, 10, 3 * megabyte)).toHaveLength(2)
})
