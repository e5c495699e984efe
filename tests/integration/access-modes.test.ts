/** ACCESS=signed-in: what visitors can still open, and what users and API keys can use. */
import { randomUUID } from 'node:crypto'
import { apiPaths } from '@filesmith/contract/api-paths'
import { pageAt } from '@filesmith/contract/page-at'
import { pages, paths } from '@filesmith/contract/routes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeclaredRoute } from '../../packages/server/src/http/access.ts'
import { createApiClient, createApiMember } from '../support/api-client.ts'
import { drawPng } from '../support/images.ts'
import { asMember, createMember, type Member } from '../support/member.ts'
import type { TestFilesmith } from '../support/start-filesmith.ts'
import { startFilesmith } from '../support/start-filesmith.ts'
import { startWithEveryRoute } from '../support/start-with-every-route.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'

/** The whole table of API calls that need neither a session nor a key. */
const openCalls = [
  'GET /api/auth/status',
  'GET /api/auth/with/:provider',
  'GET /api/auth/with/:provider/return',
  'GET /api/capabilities',
  'HEAD /api/auth/status',
  'HEAD /api/auth/with/:provider',
  'HEAD /api/auth/with/:provider/return',
  'HEAD /api/capabilities',
  'POST /api/auth/forgot-password',
  'POST /api/auth/invitation',
  'POST /api/auth/login',
  'POST /api/auth/login/code',
  'POST /api/auth/logout',
  'POST /api/auth/register',
  'POST /api/auth/reset-password',
  'POST /api/auth/verify-email',
  'POST /api/set-up',
  'POST /api/set-up/check',
  'POST /api/webhooks/payments',
]

const openPages = [
  '/forgot-password',
  '/help',
  '/invitation',
  '/privacy',
  '/reset-password',
  '/set-up',
  '/sign-in',
  '/sign-up',
  '/terms',
  '/verify-email',
]

let before: TestFilesmith
let filesmith: TestFilesmith
let member: Member
/** A visitor with a conversion from the time when the site was open. */
let visitor: Visitor
let key: string
let conversionId: string
let uploadId: string
beforeAll(async () => {
  const env = { COOKIE_SECRET: 'a secret of at least thirty-two characters', WORKER_ENGINES: 'images' }
  before = await startFilesmith(env)
  const early = createVisitor(before.baseUrl)
  uploadId = await early.upload(await drawPng(), 'a.png')
  const accepted = await early.convertAsync(uploadId, { outputFormat: 'webp' })
  await early.follow(accepted)
  conversionId = accepted.id
  expect((await early.fetch(apiPaths.download(conversionId))).status).toBe(200)
  const known = await createMember(before.baseUrl)
  key = (await createApiMember(before)).created.key
  filesmith = await startWithEveryRoute(
    { ...env, ACCESS: 'signed-in', DATABASE_URL: before.databaseUrl, DATA_DIR: before.settings.DATA_DIR },
    { hasWorker: false },
  )
  visitor = createVisitor(filesmith.baseUrl, {}, early.cookies)
  member = asMember(createVisitor(filesmith.baseUrl, {}, known.cookies), known)
})
afterAll(async () => {
  await filesmith.stop()
  await before.stop()
})

const apiRoutes = () => filesmith.declaredRoutes.filter(({ url }) => url.startsWith('/api/'))
const nameOf = ({ method, url }: DeclaredRoute) => `${method} ${url}`
const call = (who: Visitor, { method, url }: DeclaredRoute) =>
  who.fetch(url.replaceAll(/:\w+/g, randomUUID()), { method, redirect: 'manual' })

test('API routes: answer 401 to visitors, before any other check, except exactly these', async () => {
  const answered: string[] = []
  for (const route of apiRoutes()) {
    const reply = await call(createVisitor(filesmith.baseUrl), route)
    const body = await reply.text()
    const isRefused =
      reply.status === 401 && (route.method === 'HEAD' || /"(not-signed-in|key-missing)"/.test(body))
    if (!isRefused) answered.push(nameOf(route))
  }
  expect(answered.toSorted()).toEqual(openCalls)
})

test('API routes: a user can call every route that visitors could', async () => {
  const routes = apiRoutes().filter(
    ({ access, method, url }) =>
      (access === 'owner' || access === 'anyone') && method === 'GET' && !url.startsWith('/api/auth/'),
  )
  expect(routes.length).toBeGreaterThan(10)
  for (const route of routes) {
    const reply = await call(member, route)
    await reply.body?.cancel()
    expect([nameOf(route), reply.status]).not.toEqual([nameOf(route), 401])
  }
})

test('downloads and events: also need a session for the visitor who made the conversion', async () => {
  for (const path of [
    apiPaths.download(conversionId),
    apiPaths.conversion(conversionId),
    apiPaths.conversionEvents(conversionId),
    apiPaths.conversionReceipt(conversionId),
    apiPaths.uploadDetails(uploadId),
    apiPaths.uploadPreview(uploadId),
    apiPaths.recentConversions,
    `${apiPaths.download(conversionId)}?x=/api/auth/status`,
    `/api/%64ownload/${conversionId}`,
    `/api//download/${conversionId}`,
  ]) {
    const reply = await visitor.fetch(path)
    await reply.body?.cancel()
    expect([path, reply.status]).toEqual([path, path.startsWith('/api//') ? 404 : 401])
  }
  expect((await visitor.fetch(apiPaths.download(conversionId), { method: 'HEAD' })).status).toBe(401)
})

test('public API: its description needs a session or a key, its calls a key', async () => {
  const { baseUrl } = filesmith
  expect((await createVisitor(baseUrl).fetch(apiPaths.v1OpenApi)).status).toBe(401)
  expect((await member.fetch(apiPaths.v1OpenApi)).status).toBe(200)
  const wrong = { authorization: 'Bearer fsk_wrong' }
  expect((await createVisitor(baseUrl, wrong).fetch(apiPaths.v1OpenApi)).status).toBe(401)
  expect((await member.fetch(apiPaths.v1Account)).status).toBe(401)
  const client = createApiClient(baseUrl, key)
  for (const path of [apiPaths.v1OpenApi, apiPaths.v1Account, apiPaths.v1Jobs])
    expect([path, (await client.fetch(path)).status]).toEqual([path, 200])
  // A key opens neither pages nor the calls of the site.
  expect((await client.fetch(apiPaths.recentConversions)).status).toBe(401)
  expect((await client.fetch(paths.tools, { redirect: 'manual' })).status).toBe(302)
})

test('pages: lead visitors to the sign-in page and back, except exactly these', async () => {
  const reachable: string[] = []
  for (const path of Object.keys(pages)) {
    const reply = await visitor.fetch(path, { redirect: 'manual' })
    if (reply.status === 200) reachable.push(path)
    else {
      const next = path === '/' ? '' : `?${new URLSearchParams({ next: path })}`
      expect([path, reply.status, reply.headers.get('location')]).toEqual([path, 302, `/sign-in${next}`])
      expect(reply.headers.get('cache-control')).toBe('private, no-store')
    }
  }
  expect(reachable.toSorted()).toEqual(openPages)
})

test.each([
  ['/tools/compress?from=x', '/sign-in?next=%2Ftools%2Fcompress%3Ffrom%3Dx'],
  ['/help/getting-started', undefined],
  ['/help/../profile', '/sign-in?next=%2Fprofile'],
  ['/helpful', '/sign-in?next=%2Fhelpful'],
  ['/no-such-page', '/sign-in?next=%2Fno-such-page'],
  ['//evil.example/x', '/sign-in'],
  ['/sign-in/', '/sign-in?next=%2Fsign-in%2F'],
])('page %s: visitors get %s', async (path, location) => {
  const reply = await fetch(filesmith.baseUrl + path, { redirect: 'manual' })
  expect([reply.status, reply.headers.get('location') ?? undefined]).toEqual([
    location === undefined ? 200 : 302,
    location,
  ])
})

test('pages: users get every page, and the document says that the site is closed', async () => {
  expect(pageAt('public', paths.tools)).toBeDefined()
  for (const path of [paths.home, paths.tools, paths.contact, paths.profile]) {
    const reply = await member.fetch(path)
    expect([path, reply.status]).toEqual([path, 200])
    expect(await reply.text()).toMatch(
      /^<!doctype html>\s*<html data-access="signed-in" data-instance="public" lang="en">/i,
    )
  }
  expect(await (await createVisitor(before.baseUrl).fetch('/')).text()).toMatch(
    /<html data-instance="public" lang="en">/,
  )
})

test('health checks, assets and site files: stay open', async () => {
  for (const path of ['/healthz', '/livez', '/robots.txt', '/favicon.svg', '/manifest.webmanifest'])
    expect([path, (await visitor.fetch(path)).status]).toEqual([path, 200])
  const document = await (await visitor.fetch('/sign-in')).text()
  const asset = /\/assets\/[\w.-]+\.js/.exec(document)?.[0] ?? ''
  expect((await visitor.fetch(asset)).status).toBe(200)
})

test('signing in: gives the visitor access, with the earlier conversion', async () => {
  const signedIn = await visitor.post(apiPaths.login, member)
  expect(signedIn.status).toBe(200)
  expect((await visitor.fetch(apiPaths.download(conversionId))).status).toBe(200)
  expect((await visitor.post(apiPaths.logout)).status).toBe(204)
  expect((await visitor.fetch(apiPaths.download(conversionId))).status).toBe(401)
})
