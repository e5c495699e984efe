import { randomUUID } from 'node:crypto'
import { apiPaths } from '@filesmith/contract/api-paths'
import { batchPath } from '@filesmith/contract/batch'
import type { AccountSecurity } from '@filesmith/contract/schemas/account-security'
import type { ConversionHistory } from '@filesmith/contract/schemas/conversion-history'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeclaredRoute } from '../../packages/server/src/http/access.ts'
import { drawPng } from '../support/images.ts'
import { createMember, type Member, runSql } from '../support/member.ts'
import type { TestFilesmith } from '../support/start-filesmith.ts'
import { startWithEveryRoute } from '../support/start-with-every-route.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
let routes: readonly DeclaredRoute[]
beforeAll(async () => {
  filesmith = await startWithEveryRoute()
  routes = filesmith.declaredRoutes
})
afterAll(() => filesmith.stop())

const describeRoute = ({ method, url }: DeclaredRoute) => `${method} ${url}`

interface OwnedObjects {
  readonly conversion: string
  readonly failed: string
  readonly expired: string
  readonly upload: string
  readonly batch: string
  readonly session: string
}

async function createObjects(member: Member): Promise<OwnedObjects> {
  const image = await drawPng()
  const convert = async () => {
    const accepted = await member.convertAsync(await member.upload(image, 'mine.png'), {
      outputFormat: 'webp',
    })
    await member.follow(accepted)
    return accepted.id
  }
  const [conversion, failed, expired] = [await convert(), await convert(), await convert()]
  await runSql(
    filesmith.databaseUrl,
    `update conversions set status = 'failed', result_key = null where id = $1`,
    [failed],
  )
  await runSql(
    filesmith.databaseUrl,
    `update conversions set status = 'expired', result_key = null where id = $1`,
    [expired],
  )
  const { sessions } = await member.json<AccountSecurity>(apiPaths.security)
  return {
    conversion,
    failed,
    expired,
    upload: await member.upload(image, 'mine.png'),
    batch: await convertBatch(member, image),
    session: sessions[0]?.id ?? '',
  }
}

async function convertBatch(member: Member, image: Buffer): Promise<string> {
  const files = [{ uploadId: await member.upload(image, 'mine.png', 'batch-convert') }]
  const accepted = await member.askFor(batchPath, { fileType: 'images', targetFormat: 'webp', files })
  await member.follow(accepted)
  return accepted.id
}

/** Ids for a route: of every kind of object, unknown ones and malformed ones. */
function idsFor(url: string, objects: OwnedObjects): string[] {
  const all = Object.values(objects)
  return url.includes(':id') ? [...all, randomUUID(), 'not-an-id', '../../etc/passwd'] : []
}

test('ALLOW-22 ALLOW-23 routes with an id: answer 404 or 401 for objects of other owners (IDOR)', async () => {
  const ada = await createMember(filesmith.baseUrl)
  const objects = await createObjects(ada)
  const strangers: Record<string, Visitor> = {
    'another account': await createMember(filesmith.baseUrl),
    'a visitor with own files': await withOwnFile(createVisitor(filesmith.baseUrl)),
    'a visitor without a cookie': createVisitor(filesmith.baseUrl),
  }
  // Routes with API keys are covered by the tests of jobs and webhooks. Operators may access all objects.
  const withId = routes.filter(
    route => route.url.includes('/:id') && route.access !== 'key' && route.access !== 'operator',
  )
  expect(withId.length).toBeGreaterThan(10)
  for (const [who, stranger] of Object.entries(strangers)) {
    for (const route of withId) {
      // Concurrently, because hundreds of sequential requests take minutes on a busy machine.
      const ids = idsFor(route.url, objects)
      const replies = await Promise.all(ids.map(id => callWithId(stranger, route, id)))
      const wanted = route.access === 'account' && who !== 'another account' ? 401 : 404
      expect([who, describeRoute(route), replies.map(({ status }, index) => [ids[index], status])]).toEqual([
        who,
        describeRoute(route),
        ids.map(id => [id, wanted]),
      ])
    }
    const history = await stranger.json<ConversionHistory>(apiPaths.conversions)
    expect(history.conversions.map(entry => entry.fileName)).not.toContain('mine.png')
    const form = new FormData()
    form.set('uploadId', objects.upload)
    form.set('outputFormat', 'webp')
    const convert = await stranger.fetch('/api/convert/image', { method: 'POST', body: form })
    expect(convert.status).toBe(404)
  }
  // The owner still has access to everything.
  expect((await ada.fetch(apiPaths.download(objects.conversion))).status).toBe(200)
  expect((await ada.fetch(apiPaths.uploadDetails(objects.upload))).status).toBe(200)
  expect((await ada.fetch(apiPaths.batchDownload(objects.batch))).status).toBe(200)
  expect((await ada.json<ConversionHistory>(apiPaths.conversions)).conversions).toHaveLength(4)
  expect(await ada.status()).toMatchObject({ authenticated: true })
})

async function withOwnFile(visitor: Visitor): Promise<Visitor> {
  await visitor.convert(new Blob([new Uint8Array(await drawPng())]), 'theirs.png', { outputFormat: 'webp' })
  return visitor
}

/** Sends the headers that tus requires, so that ownership is the only reason for a rejection. */
function callWithId(who: Visitor, { method, url }: DeclaredRoute, id: string): Promise<Response> {
  const isUpload = url.startsWith(apiPaths.uploads)
  const headers: Record<string, string> = isUpload ? { 'tus-resumable': '1.0.0' } : {}
  if (method !== 'PATCH') return who.fetch(url.replace(':id', encodeURIComponent(id)), { method, headers })
  const chunk = { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  return who.fetch(url.replace(':id', encodeURIComponent(id)), { method, headers: chunk, body: 'x' })
}
