/** "Forget this device": deletes the visitor identity of a browser without an account. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { apiPaths } from '@filesmith/contract/api-paths'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { drawPng } from '../support/images.ts'
import { createMember, runSql } from '../support/member.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
beforeAll(async () => {
  filesmith = await startFilesmith()
})
afterAll(() => filesmith.stop())

const forget = { method: 'DELETE' }

async function storedFiles(): Promise<string[]> {
  const files = await readdir(join(filesmith.settings.DATA_DIR, 'storage'), {
    recursive: true,
    withFileTypes: true,
  })
  return files.filter(file => file.isFile()).map(file => file.name)
}

test('forget this device: deletes files with receipts, and a stolen cookie gives no access', async () => {
  const filesBefore = await storedFiles()
  const visitor = createVisitor(filesmith.baseUrl)
  const image = await drawPng()
  const accepted = await visitor.convertAsync(await visitor.upload(image, 'mine.png'), {
    outputFormat: 'webp',
  })
  await visitor.follow(accepted)
  const unused = await visitor.upload(image, 'unused.png')
  const running = await visitor.convertAsync(await visitor.upload(image, 'running.png'), {
    outputFormat: 'webp',
  })
  const stolen = { cookie: visitor.cookies.header() }
  const [owner] = await runSql<{ id: string }>(
    filesmith.databaseUrl,
    'select owner_id as id from uploads where id = $1',
    [unused],
  )

  expect((await visitor.fetch(apiPaths.visitor, forget)).status).toBe(204)

  expect(visitor.cookies.get('filesmith_visitor')).toBeUndefined()
  const thief = createVisitor(filesmith.baseUrl, stolen)
  for (const path of [
    apiPaths.download(accepted.id),
    apiPaths.conversion(accepted.id),
    apiPaths.conversion(running.id),
    apiPaths.conversionReceipt(accepted.id),
    apiPaths.uploadDetails(unused),
  ])
    expect([path, (await thief.fetch(path)).status]).toEqual([path, 404])
  expect(await thief.json(apiPaths.recentConversions)).toEqual([])
  const receipts = await runSql<{ reason: string | null; deleted: boolean }>(
    filesmith.databaseUrl,
    `select distinct reason, deleted_at is not null as deleted
     from receipt_files join receipts using (conversion_id) where owner_id = $1`,
    [owner?.id],
  )
  expect(receipts).toEqual([{ reason: 'asked', deleted: true }])
  await expect.poll(storedFiles, { timeout: 20_000 }).toEqual(filesBefore)

  // The next visit gets a new id, for the owner and for the thief.
  const next = await visitor.upload(image, 'next.png')
  expect((await thief.fetch(apiPaths.uploadDetails(next))).status).toBe(404)
  const document = await thief.fetch('/')
  expect(document.headers.getSetCookie().join()).toMatch(/^filesmith_visitor=v_/)
  expect(document.headers.getSetCookie().join()).not.toContain(owner?.id)
})

test('forget this device: uploads with a stolen cookie belong to a new visitor', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  await visitor.fetch('/')
  const stolen = visitor.cookies.get('filesmith_visitor') ?? ''
  await visitor.fetch(apiPaths.visitor, forget)
  const thief = createVisitor(filesmith.baseUrl)
  thief.cookies.set('filesmith_visitor', stolen)
  await thief.upload(await drawPng(), 'theirs.png')
  expect(thief.cookies.get('filesmith_visitor')).not.toBe(stolen)
})

test('forget this device: also forgets the device for accounts that it signed in to', async () => {
  const member = await createMember(filesmith.baseUrl)
  await expectError(await member.fetch(apiPaths.visitor, forget), 'signed-in-already')
  await member.post(apiPaths.logout)
  const count = () =>
    runSql(
      filesmith.databaseUrl,
      `select count(*)::int as devices from known_devices
       where account_id = (select id from users where username = $1)`,
      [member.username],
    )
  expect(await count()).toEqual([{ devices: 1 }])
  expect((await member.fetch(apiPaths.visitor, forget)).status).toBe(204)
  expect(await count()).toEqual([{ devices: 0 }])
  expect(member.cookies.size).toBe(0)
})

test('forget this device: without a cookie answers 204', async () => {
  expect((await createVisitor(filesmith.baseUrl).fetch(apiPaths.visitor, forget)).status).toBe(204)
})
