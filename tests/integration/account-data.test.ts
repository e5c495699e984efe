import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { apiPaths } from '@filesmith/contract/api-paths'
import type { RecentConversion } from '@filesmith/contract/schemas/conversion'
import { uploadPreparationSchema } from '@filesmith/contract/schemas/upload-preparation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawPng } from '../support/images.ts'
import { receiveMail } from '../support/mailbox.ts'
import { createMember, type Member, newCredentials, putOnPlan, runSql } from '../support/member.ts'
import { readZip } from '../support/read-zip.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
beforeAll(async () => {
  filesmith = await startFilesmith()
})
afterAll(() => filesmith.stop())

const recent = (who: Visitor) => who.json<RecentConversion[]>(apiPaths.recentConversions)

async function convertOne(who: Visitor, fileName: string): Promise<string> {
  const response = await who.convert(new Blob([new Uint8Array(await drawPng())]), fileName, {
    outputFormat: 'webp',
  })
  const { downloadUrl } = (await response.json()) as { downloadUrl: string }
  return downloadUrl
}

/** Paths of all stored files. */
async function storedFiles(): Promise<string[]> {
  const folder = join(filesmith.settings.DATA_DIR, 'storage')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
}

test('REC-09 ALLOW-01 register, login: move the visitor’s conversions to the account', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const before = await convertOne(visitor, 'before.png')
  const member = await createMember(filesmith.baseUrl, newCredentials(), visitor)
  expect((await recent(member)).map(entry => entry.fileName)).toEqual(['before.png'])
  expect((await member.fetch(before)).status).toBe(200)

  const elsewhere = createVisitor(filesmith.baseUrl)
  await convertOne(elsewhere, 'elsewhere.png')
  await elsewhere.post('/api/auth/login', member)
  expect((await recent(elsewhere)).map(entry => entry.fileName)).toEqual(['elsewhere.png', 'before.png'])
})

test('logout: the browser becomes a new visitor without access to the account’s files', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const download = await convertOne(visitor, 'mine.png')
  const asVisitor = visitor.cookies.get('filesmith_visitor') ?? ''
  const member = await createMember(filesmith.baseUrl, newCredentials(), visitor)
  await member.post('/api/auth/logout')
  expect(await recent(member)).toEqual([])
  expect((await member.fetch(download)).status).toBe(404)
  // Not even with the earlier visitor cookie.
  const old = await visitor.fetch(download, { headers: { cookie: `filesmith_visitor=${asVisitor}` } })
  expect(old.status).toBe(404)
})

test('REC-09 register: moves the visitor’s unconverted uploads to the account', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const uploadId = await visitor.upload(await drawPng(), 'waiting.png')
  const member = await createMember(filesmith.baseUrl, newCredentials(), visitor)
  const accepted = await member.convertAsync(uploadId, { outputFormat: 'jpg' })
  expect((await member.follow(accepted)).at(-1)).toMatchObject({ status: 'succeeded' })
})

test('user export: contains the stored data and all files, and no PDF that was only prepared', async () => {
  const member = await createMember(filesmith.baseUrl)
  await convertOne(member, 'häuser & co.png')
  const id = await member.upload(Buffer.from('Dear reader\n'), 'letter.txt', 'convert-document')
  let status = 'queued'
  while (status !== 'ready') {
    const reply = await member.post(apiPaths.uploadPreparation(id))
    status = uploadPreparationSchema.parse(await reply.json()).status
  }
  const response = await member.fetch(apiPaths.userExport)
  expect(response.headers.get('content-type')).toBe('application/zip')
  expect(response.headers.get('content-disposition')).toContain('filesmith-data.zip')
  const files = await readZip(Buffer.from(await response.arrayBuffer()))
  const names = [...files.keys()].map(name => name.replace(/\/[0-9a-f-]{36}\//, '/<id>/'))
  expect(names.sort()).toEqual([
    'account.json',
    'originals/<id>/häuser & co.png',
    'results/<id>/häuser & co.webp',
  ])
  const [original, result] = [...files].filter(([name]) => name !== 'account.json').map(([, bytes]) => bytes)
  expect(original?.equals(await drawPng())).toBe(true)
  expect(result?.subarray(8, 12).toString()).toBe('WEBP')
  const document = JSON.parse(files.get('account.json')?.toString() ?? '')
  expect(document).toMatchObject({
    account: { username: member.username, email: member.email },
    security: { sessions: [{ isCurrent: true }] },
    conversions: [{ fileName: 'häuser & co.png', status: 'succeeded' }],
    uploads: expect.arrayContaining([expect.objectContaining({ id, fileName: 'letter.pdf' })]),
  })
  expect(JSON.stringify(document)).not.toMatch(/argon2|tokenHash|storageKey/)
})

test('user export: lists a file deleted during packing, and the archive stays valid', async () => {
  const member = await createMember(filesmith.baseUrl)
  const id = (await convertOne(member, 'kept.png')).split('/').at(-1) ?? ''
  // Intermediate state of a deletion: the bytes are gone, the record is not.
  await rm(join(filesmith.settings.DATA_DIR, 'storage', 'objects', 'results', id), { recursive: true })
  const response = await member.fetch(apiPaths.userExport)
  const files = await readZip(Buffer.from(await response.arrayBuffer()))
  const names = [...files.keys()].map(name => name.replace(/\/[0-9a-f-]{36}\//, '/<id>/'))
  expect(names).toEqual(['account.json', 'originals/<id>/kept.png', 'Not included.txt'])
  expect(files.get('Not included.txt')?.toString()).toBe(
    `These files were deleted while this archive was being created:\nresults/${id}/kept.webp\n`,
  )
})

test.each(['free', 'basic', 'pro'] as const)(
  'API-08 SEC-08 ALLOW-02 delete account: on %s removes files, sessions and personal data',
  async plan => {
    const filesBefore = await storedFiles()
    const member = await createMember(filesmith.baseUrl)
    await putOnPlan(filesmith, member, plan)
    const download = await convertOne(member, 'gone.png')
    const unused = await member.upload(await drawPng(), 'unused.png')
    expect((await storedFiles()).length).toBeGreaterThan(filesBefore.length)
    const session = member.cookies.get('filesmith_session') ?? ''

    expect((await member.fetch('/api/user', { method: 'DELETE' })).status).toBe(204)

    expect(await member.status()).toEqual({ authenticated: false, user: null })
    for (const path of [
      download,
      apiPaths.conversion(download.split('/').at(-1) ?? ''),
      apiPaths.uploadDetails(unused),
    ])
      expect((await withSession(member, session, path)).status).toBe(404)
    expect((await withSession(member, session, apiPaths.security)).status).toBe(401)
    expect((await member.post('/api/auth/login', member)).status).toBe(401)
    expect(await storedFiles()).toEqual(filesBefore)
    const [left] = await runSql<{ all: string | null }>(
      filesmith.databaseUrl,
      `select concat((select string_agg(x::text, ' ') from users x), (select string_agg(x::text, ' ') from sessions x),
         (select string_agg(x::text, ' ') from uploads x), (select string_agg(x::text, ' ') from conversions x),
         (select string_agg(x::text, ' ') from subscriptions x where account_id not in (select id from users)),
         (select string_agg(x::text, ' ') from usage_counters x where holder like 'u_%'
            and holder not in (select id from users))) as all`,
    )
    expect(left?.all).not.toContain(member.username)
    expect(left?.all).not.toContain('gone.png')
    expect((await receiveMail(filesmith.settings.DATA_DIR, member.email, /deleted/i)).body).toContain(
      member.username,
    )
    // The user name is available again.
    await createMember(filesmith.baseUrl, member)
  },
)

const withSession = (member: Member, session: string, path: string) =>
  member.fetch(path, { headers: { cookie: `filesmith_session=${session}` } })

test('API-08 delete account: answers 401 without a session', async () => {
  const reply = await createVisitor(filesmith.baseUrl).fetch('/api/user', { method: 'DELETE' })
  expect([reply.status, await reply.json()]).toEqual([
    401,
    { code: 'not-signed-in', message: 'Please sign in first.' },
  ])
})
