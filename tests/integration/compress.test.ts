/** Compressing files over real HTTP: formats, plans, allowance, and no password in logs or database. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { apiPaths } from '@filesmith/contract/api-paths'
import { errorMessage } from '@filesmith/contract/errors'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import type { ConversionHistory } from '@filesmith/contract/schemas/conversion-history'
import type { Usage } from '@filesmith/contract/schemas/usage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, putOnPlan, runSql } from '../support/member.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'

const path = '/api/compress/files'
const run = promisify(execFile)

let filesmith: TestFilesmith
let folder: string
const logged: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filesmith-archives-'))
  filesmith = await startFilesmith({ LOG_LEVEL: 'debug' }, { logTo: line => logged.push(line) })
})
afterAll(async () => {
  await filesmith.stop()
  await rm(folder, { recursive: true, force: true })
})

type NamedFile = readonly [name: string, content: string]
const letters: readonly NamedFile[] = [
  ['letters/a.txt', 'Dear A'.repeat(200)],
  ['letters/日本/b.txt', 'Dear B'.repeat(100)],
  ['empty.txt', ''],
]

function compress(visitor: Visitor, files: readonly NamedFile[], fields: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, content] of files) form.append('file', new Blob([content]), name)
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return visitor.fetch(path, { method: 'POST', body: form })
}

async function downloadArchive(visitor: Visitor, reply: Response): Promise<{ file: string; name: string }> {
  const body = (await reply.json()) as { downloadUrl: string }
  expect([reply.status, body]).toEqual([200, { downloadUrl: expect.any(String) }])
  const download = await visitor.fetch(body.downloadUrl)
  const name = /filename="([^"]*)"/.exec(download.headers.get('content-disposition') ?? '')?.[1] ?? ''
  const file = join(await mkdtemp(join(folder, 'downloaded-')), name)
  await writeFile(file, Buffer.from(await download.arrayBuffer()))
  return { file, name }
}

async function unpack(file: string, password = ''): Promise<NamedFile[]> {
  const out = await mkdtemp(join(folder, 'out-'))
  await run('7zz', ['x', '-y', `-o${out}`, `-p${password}`, file])
  const entries = await readdir(out, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  return Promise.all(
    files.map(async each => [each.slice(out.length + 1), await readFile(each, 'utf8')] as const),
  )
}

const sorted = (files: readonly NamedFile[]) => [...files].sort(([a], [b]) => (a < b ? -1 : 1))

async function memberOnBasic() {
  const member = await createMember(filesmith.baseUrl)
  await putOnPlan(filesmith, member, 'basic')
  return member
}

test.each(['zip', '7z'])(
  'API-28 COMP-01 compress: packs files and folders into one %s',
  async compressionFormat => {
    const visitor = createVisitor(filesmith.baseUrl)
    const { file, name } = await downloadArchive(
      visitor,
      await compress(visitor, letters, { compressionFormat }),
    )
    expect(name).toBe(`archive.${compressionFormat}`)
    expect(sorted(await unpack(file))).toEqual(sorted(letters))
    // Every input file is charged.
    expect((await visitor.json<Usage>(apiPaths.usage)).today.used).toBe(3)
  },
)

test.each(['1', '9'])('COMP-12 compress: tar at level %s is written as .tar.gz', async compressionLevel => {
  const member = await memberOnBasic()
  const fields = { compressionFormat: 'tar', compressionLevel }
  const { file, name } = await downloadArchive(member, await compress(member, letters, fields))
  expect(name).toBe('archive.tar.gz')
  const { stdout } = await run('tar', ['-tzf', file, '--quoting-style=literal'])
  expect(
    stdout
      .split('\n')
      .filter(line => line && !line.endsWith('/'))
      .sort(),
  ).toEqual(letters.map(([path]) => path).sort())
})

test.each(['zip', '7z', 'rar'])(
  'COMP-10 compress: a protected %s opens only with the password, which is not stored or logged',
  async compressionFormat => {
    const member = await memberOnBasic()
    const password = compressionFormat === 'zip' ? 'Ember & anvil 27' : 'Ember & anvil ñ 27'
    const fields = { compressionFormat, isPasswordProtected: 'true', password }
    const { file } = await downloadArchive(member, await compress(member, letters, fields))
    const opened =
      compressionFormat === 'rar' ? await unpackRar(file, password) : await unpack(file, password)
    expect(sorted(opened)).toEqual(sorted(letters))
    const refused = compressionFormat === 'rar' ? unpackRar(file, 'wrong') : unpack(file, 'wrong')
    await expect(refused).rejects.toThrow()

    expect(logged.join('\n')).not.toContain(password)
    const [record] = await runSql<{ sealed: string | null; whole: string }>(
      filesmith.databaseUrl,
      `select sealed_password as sealed, conversions::text as whole from conversions order by created_at desc limit 1`,
    )
    expect(record?.sealed).toBeNull()
    expect(record?.whole).not.toContain('anvil')
  },
)

/** Debian's 7-Zip cannot open RAR. */
async function unpackRar(file: string, password: string): Promise<NamedFile[]> {
  const out = await mkdtemp(join(folder, 'out-'))
  await run('unar', ['-q', '-D', '-p', password, '-o', out, file])
  const entries = await readdir(out, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  return Promise.all(
    files.map(async each => [each.slice(out.length + 1), await readFile(each, 'utf8')] as const),
  )
}

test.each([
  ['nothing', [], {}, 400, 'Please add at least one file to compress'],
  [
    'protection without a password',
    letters,
    { isPasswordProtected: 'true' },
    400,
    'Please enter a password for the encrypted archive',
  ],
  [
    'a tar with a password',
    letters,
    { compressionFormat: 'tar', isPasswordProtected: 'true', password: 'secret' },
    400,
    'TAR archives cannot have a password. Choose ZIP, 7Z or RAR.',
  ],
  [
    'a password with characters that ZIP does not support',
    letters,
    { isPasswordProtected: 'true', password: 'señor' },
    400,
    errorMessage('password-not-for-zip'),
  ],
  ['RAR on Free', letters, { compressionFormat: 'rar' }, 403, 'RAR requires the Basic or Pro plan.'],
  [
    'level 8 on Free',
    letters,
    { compressionLevel: '8' },
    403,
    'Compression levels 8 and 9 require the Basic or Pro plan.',
  ],
  [
    'an unknown format',
    letters,
    { compressionFormat: 'arj' },
    400,
    'Compression format must be one of: zip, 7z, tar, rar.',
  ],
] as const)(
  'API-28 COMP-08 COMP-09 COMP-11 COMP-13 COMP-14 compress: rejects %s with a reason and stores nothing',
  async (_what, files, fields, status, message) => {
    const visitor = createVisitor(filesmith.baseUrl)
    const before = await runSql(filesmith.databaseUrl, 'select id from uploads')
    const reply = await compress(visitor, files, fields)
    expect([reply.status, await reply.json()]).toEqual([status, expect.objectContaining({ message })])
    expect(await runSql(filesmith.databaseUrl, 'select id from uploads')).toHaveLength(before.length)
    expect((await visitor.json<Usage>(apiPaths.usage)).today.used).toBe(0)
  },
)

test('COMP-07 compress: accepts a password of three characters', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const fields = { isPasswordProtected: 'true', password: 'abc' }
  const { file } = await downloadArchive(visitor, await compress(visitor, letters, fields))
  expect(sorted(await unpack(file, 'abc'))).toEqual(sorted(letters))
})

test('compress: keeps folders of uploaded files; repeat works, except for protected archives', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const sent: { uploadId: string; path: string; modifiedAt: string }[] = []
  for (const [name, content] of letters)
    sent.push({
      uploadId: await visitor.upload(Buffer.from(content), name, 'compress-files'),
      path: `trip/${name}`,
      modifiedAt: '2026-03-31T12:00:00Z',
    })
  const plain = await visitor.askFor(path, { compressionLevel: 1, files: sent })
  const state = (await visitor.follow<ConversionState>(plain)).at(-1)
  expect(state).toMatchObject({ status: 'succeeded', fileName: 'trip.zip', convertedFormat: 'zip' })
  const protectedJob = await visitor.askFor(path, {
    isPasswordProtected: true,
    password: 'secret',
    files: sent,
  })
  await visitor.follow(protectedJob)

  expect((await visitor.post(apiPaths.conversionRepeat(plain.id))).status).toBe(202)
  const again = await visitor.post(apiPaths.conversionRepeat(protectedJob.id))
  expect([again.status, await again.json()]).toMatchObject([409, { code: 'password-gone' }])
  const { conversions } = await visitor.json<ConversionHistory>(apiPaths.conversions)
  expect(conversions.find(entry => entry.id === protectedJob.id)).toMatchObject({
    fileType: 'archive',
    canRepeat: false,
  })

  // Uploads shared by two conversions are removed with the second one.
  const uploads = () =>
    runSql(filesmith.databaseUrl, 'select id from uploads where id = $1', [sent[1]?.uploadId])
  for (const { id } of conversions) await visitor.fetch(apiPaths.conversion(id), { method: 'DELETE' })
  const left = await visitor.json<ConversionHistory>(apiPaths.conversions)
  for (const { id } of left.conversions) await visitor.fetch(apiPaths.conversion(id), { method: 'DELETE' })
  expect(await uploads()).toEqual([])
})
