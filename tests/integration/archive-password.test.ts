/** A password sent through any API or the CLI encrypts the archive and is never ignored. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { apiPaths } from '@filesmith/contract/api-paths'
import type { ApiFile, Job } from '@filesmith/contract/schemas/v1/job'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiMember } from '../support/api-client.ts'
import { makeCommandLineFolder } from '../support/command-line.ts'
import type { Member } from '../support/member.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'

const run = promisify(execFile)
const password = 'Ember & anvil 27'
const secret = 'Readable only with the password.'.repeat(20)
const path = '/api/compress/files'

let filesmith: TestFilesmith
let member: Member
let client: ApiClient
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filesmith-archive-password-'))
  filesmith = await startFilesmith()
  ;({ member, client } = await createApiMember(filesmith))
})
afterAll(async () => {
  await filesmith.stop()
  await rm(folder, { recursive: true, force: true })
})

function form(fields: Record<string, string>): FormData {
  const body = new FormData()
  body.append('file', new Blob([secret]), 'secret.txt')
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return body
}

async function downloaded(reply: Response): Promise<Buffer> {
  const body = (await reply.json()) as { downloadUrl: string }
  expect(reply.status, JSON.stringify(body)).toBe(200)
  return Buffer.from(await (await member.fetch(body.downloadUrl)).arrayBuffer())
}

async function sendFile(): Promise<string> {
  const reply = await client.fetch(`${apiPaths.v1Files}?fileName=secret.txt`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: secret,
  })
  return ((await reply.json()) as ApiFile).id
}

/** Each sends the password without isPasswordProtected. */
const interfaces: Readonly<Record<string, (format: string) => Promise<Buffer>>> = {
  'a form to /api': async compressionFormat =>
    downloaded(await member.fetch(path, { method: 'POST', body: form({ compressionFormat, password }) })),
  'JSON to /api': async compressionFormat => {
    const uploadId = await member.upload(Buffer.from(secret), 'secret.txt', 'compress-files')
    return downloaded(await member.post(path, { files: [{ uploadId }], compressionFormat, password }))
  },
  'a step of /api/v1': async compressionFormat => {
    const asked = await client.post(apiPaths.v1Jobs, {
      inputs: [{ fileId: await sendFile() }],
      steps: [{ operation: 'compress-files', options: { compressionFormat, password } }],
    })
    const { id } = (await asked.json()) as Job
    const job = await client.json<Job>(`${apiPaths.v1Job(id)}?wait=60`)
    expect(job).toMatchObject({ status: 'succeeded' })
    return Buffer.from(await (await client.fetch(job.results[0]?.url ?? '')).arrayBuffer())
  },
  'the command line': async format => {
    const line = await makeCommandLineFolder()
    try {
      await writeFile(join(line.path, 'secret.txt'), secret)
      const ended = await line.run(['compress', 'secret.txt', '--to', format, '--password', password])
      expect(ended).toMatchObject({ code: 0 })
      const made = (await readdir(line.path)).find(name => name.endsWith(`.${format}`)) ?? ''
      return await readFile(join(line.path, made))
    } finally {
      await line.remove()
    }
  },
}

/** Returns the unpacked text; rejects if the password is wrong. */
async function unpack(archive: string, format: string, tried: string): Promise<string> {
  const out = await mkdtemp(join(folder, 'out-'))
  // Debian's 7-Zip cannot open RAR.
  if (format === 'rar') await run('unar', ['-q', '-D', '-p', tried, '-o', out, archive])
  else await run('7zz', ['x', '-y', `-o${out}`, `-p${tried}`, archive])
  return readFile(join(out, 'secret.txt'), 'utf8')
}

const cases = Object.keys(interfaces).flatMap(name =>
  ['zip', '7z', 'rar'].map(format => [name, format] as const),
)

test.each(cases)(
  'compress-files by %s: a password without isPasswordProtected encrypts the %s',
  { timeout: 120_000 },
  async (name, format) => {
    const archive = join(await mkdtemp(join(folder, 'made-')), `archive.${format}`)
    await writeFile(archive, (await interfaces[name]?.(format)) ?? '')
    await expect(unpack(archive, format, '')).rejects.toThrow()
    await expect(unpack(archive, format, 'wrong')).rejects.toThrow()
    expect(await unpack(archive, format, password)).toBe(secret)
  },
)

test('compress-files: a password together with isPasswordProtected=false is rejected by every interface', async () => {
  const fields = { password, isPasswordProtected: 'false' }
  const replies = [
    await member.fetch(path, { method: 'POST', body: form(fields) }),
    await member.post(path, {
      files: [{ uploadId: await member.upload(Buffer.from(secret), 'a.txt', 'compress-files') }],
      password,
      isPasswordProtected: false,
    }),
    await client.post(apiPaths.v1Jobs, {
      inputs: [{ fileId: await sendFile() }],
      steps: [{ operation: 'compress-files', options: { password, isPasswordProtected: false } }],
    }),
  ]
  for (const reply of replies)
    expect([reply.status, await reply.json()]).toMatchObject([400, { code: 'option-without-effect' }])
})

test('compress-files: rejects a password for tar, also without isPasswordProtected', async () => {
  const reply = await member.fetch(path, {
    method: 'POST',
    body: form({ compressionFormat: 'tar', password }),
  })
  expect([reply.status, await reply.json()]).toMatchObject([400, { code: 'tar-with-password' }])
})
