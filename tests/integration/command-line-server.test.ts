/** The CLI against a running server, with an API key of a Pro account. */
import { once } from 'node:events'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApiClient, createApiMember } from '../support/api-client.ts'
import { type CommandLineFolder, makeCommandLineFolder } from '../support/command-line.ts'
import { drawPng } from '../support/images.ts'
import { readZip } from '../support/read-zip.ts'
import { freePort } from '../support/server-process.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { waitUntil } from '../support/wait-until.ts'

let filesmith: TestFilesmith
let client: ApiClient
let folder: CommandLineFolder
beforeAll(async () => {
  filesmith = await startFilesmith()
  client = (await createApiMember(filesmith)).client
})
afterAll(() => filesmith.stop())
beforeEach(async () => {
  folder = await makeCommandLineFolder()
})
afterEach(() => folder.remove())

const at = (name: string) => join(folder.path, name)
const onServer = () => ({ FILESMITH_SERVER: filesmith.baseUrl, FILESMITH_KEY: client.key })

test('API-35 filesmith --server: runs commands on the server and deletes its jobs', async () => {
  await writeFile(at('a.png'), await drawPng(64, 48))
  await writeFile(at('b.png'), await drawPng(32, 24))
  const flags = ['--server', filesmith.baseUrl, '--key', client.key]
  const { code, stdout } = await folder.run(['convert', 'a.png', 'b.png', '--to', 'webp', '--json', ...flags])
  const events = stdout
    .toString()
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(code).toBe(0)
  expect(events).toContainEqual({ event: 'progress', file: 'a.png', percent: 10, stage: 'send' })
  expect(await sharp(at('a.webp')).metadata()).toMatchObject({ format: 'webp', width: 64 })
  expect(await sharp(at('b.webp')).metadata()).toMatchObject({ format: 'webp', width: 32 })
  expect(await client.json('/api/v1/jobs')).toEqual({ jobs: [], next: null })

  const packed = await folder.run(['compress', 'a.png', 'b.png', '--out', 'both.zip'], { env: onServer() })
  expect(packed.code).toBe(0)
  expect([...(await readZip(await readFile(at('both.zip')))).keys()].toSorted()).toEqual(['a.png', 'b.png'])
}, 120_000)

test('filesmith login: stores server and key readable by the owner only; logout removes them', async () => {
  await writeFile(at('a.png'), await drawPng(64, 48))
  const login = await folder.run(['login', '--server', filesmith.baseUrl], {
    input: Buffer.from(`${client.key}\n`),
  })
  expect(login).toMatchObject({ code: 0, stdout: expect.anything() })
  expect(login.stdout.toString()).toContain('(pro)')
  const configPath = join(String(folder.env.HOME), '.config/filesmith/server.json')
  expect((await stat(configPath)).mode & 0o777).toBe(0o600)
  expect((await folder.run(['jobs'])).stdout.toString()).toBe('No jobs.\n')
  expect(await folder.run(['logout'])).toMatchObject({ code: 0 })
  expect(await folder.run(['jobs'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('No server set.'),
  })
}, 120_000)

test('filesmith: a rejected key and an unreachable server exit with code 3 and a message', async () => {
  await writeFile(at('a.png'), await drawPng(64, 48))
  const refused = await folder.run(['convert', 'a.png', '--to', 'jpg'], {
    env: { ...onServer(), FILESMITH_KEY: 'fsk_wrong' },
  })
  expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('API key') })
  const offline = { FILESMITH_SERVER: `http://127.0.0.1:${await freePort()}`, FILESMITH_KEY: client.key }
  const unreachable = await folder.run(['jobs'], { env: offline })
  expect(unreachable).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/^filesmith: http:.+ cannot be reached\.\n$/),
  })
  expect(await readdir(folder.path)).toEqual(['a.png'])
}, 120_000)

test('filesmith watch: retries while the server is unreachable', async () => {
  const port = await freePort()
  await mkdir(at('in'))
  await writeFile(at('in/a.png'), await drawPng(64, 48))
  const env = { ...onServer(), FILESMITH_SERVER: `http://127.0.0.1:${port}` }
  const child = folder.start(['watch', 'in', '--to', 'webp', '--out', 'out'], env)
  let output = ''
  child.stderr?.on('data', bytes => (output += bytes))
  await waitUntil('the retry message', () => output.includes('Trying again'))
  const target = Number(new URL(filesmith.baseUrl).port)
  const proxy = createServer(socket => {
    const upstream = connect(target, '127.0.0.1')
    socket.pipe(upstream).pipe(socket)
    for (const each of [socket, upstream])
      each.on('error', () => [socket, upstream].map(end => end.destroy()))
  }).listen(port, '127.0.0.1')
  await waitUntil('the result of a.png', () => output.includes('✓ a.png → out/a.webp'))
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([130, null])
  proxy.close()
  expect(await sharp(at('out/a.webp')).metadata()).toMatchObject({ format: 'webp' })
}, 180_000)
