/** BASE_PATH: everything the site sends stays below the path, and requests elsewhere get a helpful answer. */

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Filesmith } from '@filesmith/client/filesmith'
import { apiPaths } from '@filesmith/contract/api-paths'
import { indexedPaths } from '@filesmith/contract/page-at'
import { pairPaths } from '@filesmith/contract/pair-pages'
import { pages } from '@filesmith/contract/routes'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiMember } from '../support/api-client.ts'
import { drawPng } from '../support/images.ts'
import { receiveMail } from '../support/mailbox.ts'
import { createMember, newCredentials } from '../support/member.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

const basePath = '/files'
const siteUrl = `https://home.example${basePath}`
let filesmith: TestFilesmith
/** Without PUBLIC_URL, so over http. */
let plain: TestFilesmith
let origin: string
beforeAll(async () => {
  const github = { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret', GITHUB_URL: 'http://127.0.0.1:9' }
  const env = { BASE_PATH: basePath, WORKER_ENGINES: 'images', OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8' }
  filesmith = await startFilesmith({ ...env, ...github, PUBLIC_URL: 'https://home.example' })
  plain = await startFilesmith(env, { hasWorker: false })
  origin = new URL(filesmith.baseUrl).origin
})
afterAll(async () => {
  await plain.stop()
  await filesmith.stop()
})

const sends = { origin: 'https://home.example' }
const get = (path: string, init?: RequestInit) => fetch(origin + path, { redirect: 'manual', ...init })
const locationOf = async (path: string) => (await get(path)).headers.get('location')
const html = { headers: { accept: 'text/html,*/*' } }

test('pages: every link, script and address in the HTML is below the path, and files exist', async () => {
  const files = new Set<string>()
  for (const path of [...indexedPaths('public'), ...Object.keys(pages), '/no-such-page']) {
    const page = await (await get(basePath + path)).text()
    const links = [...page.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, link = '']) => link)
    expect(links.filter(link => !link.startsWith(`${basePath}/`) && !link.startsWith(`${siteUrl}/`))).toEqual(
      [],
    )
    expect(page.match(/https:\/\/home\.example(?!\/files)[^"]*/g)).toBeNull()
    for (const link of links) if (/\.\w+$/.test(link) && link.startsWith('/')) files.add(link)
  }
  expect(files.size).toBeGreaterThan(5)
  for (const file of files) expect([file, (await get(file)).status]).toEqual([file, 200])
})

test('canonical links, sitemap, robots.txt and security.txt name the path', async () => {
  expect(await (await get('/files/help')).text()).toContain(`<link rel="canonical" href="${siteUrl}/help" />`)
  const sitemap = await (await get('/files/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)
  expect(listed).toEqual([...indexedPaths('public'), ...pairPaths()].map(path => siteUrl + path))
  const robots = await (await get('/files/robots.txt')).text()
  expect(robots).toContain('Disallow: /files/api/\n')
  expect(robots).toContain(`Sitemap: ${siteUrl}/sitemap.xml`)
  expect(robots.match(/^(?:Disallow|Allow): (?!\/files\/).*/gm)).toBeNull()
  const securityText = await (await get('/files/.well-known/security.txt')).text()
  expect(securityText).toContain(`Canonical: ${siteUrl}/.well-known/security.txt`)
  expect(securityText).toContain(`Contact: ${siteUrl}/contact`)
})

test('manifest: its addresses are relative to itself', async () => {
  const address = `${siteUrl}/manifest.webmanifest`
  const manifest = await (await get('/files/manifest.webmanifest')).json()
  const { start_url, scope, share_target, icons, shortcuts } = manifest
  const addresses = [
    ...[start_url, scope, share_target.action],
    ...icons.map(({ src }: { src: string }) => src),
    ...shortcuts.map(({ url }: { url: string }) => url),
  ]
  for (const each of addresses)
    expect(new URL(each, address).href).toMatch(/^https:\/\/home\.example\/files\//)
  // The identity of the app is its start URL.
  expect(manifest.id).toBeUndefined()
})

test('OpenAPI: the server address has the path', async () => {
  const description = await (await get(`/files${apiPaths.v1OpenApi}`)).json()
  expect(description.servers).toEqual([{ url: siteUrl }])
})

test('redirects stay below the path', async () => {
  expect(await locationOf('/files')).toBe('/files/')
  expect(await locationOf('/files?a=b')).toBe('/files/?a=b')
  expect(await locationOf('/files/plans')).toBe('/files/premium/plans')
  expect(await locationOf('/files/share')).toBe('/files/')
})

test('sign-in with a provider: redirect URI and the way back are below the path', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const start = await visitor.fetch(`${apiPaths.signInWith('github')}?next=/profile`, { redirect: 'manual' })
  const authorize = new URL(start.headers.get('location') ?? '')
  expect(authorize.searchParams.get('redirect_uri')).toBe(siteUrl + apiPaths.signInWithReturn('github'))
  const state = authorize.searchParams.get('state') ?? ''
  const back = `${apiPaths.signInWithReturn('github')}?error=access_denied&state=${state}`
  const returned = await visitor.fetch(back, { redirect: 'manual' })
  expect(returned.headers.get('location')).toMatch(/^\/files\/sign-in\?.*next=%2Fprofile/)
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/files//evil.example'])(
  'sign-in: next=%s cannot leave the site (open redirect)',
  async next => {
    const visitor = createVisitor(filesmith.baseUrl)
    const query = new URLSearchParams({ next })
    await visitor.fetch(`${apiPaths.signInWith('github')}?${query}`, { redirect: 'manual' })
    const back = await visitor.fetch(apiPaths.signInWithReturn('github'), { redirect: 'manual' })
    expect(back.headers.get('location')).toMatch(/^\/files\/sign-in(?:\?|$)/)
    expect(back.headers.get('location')).not.toContain('evil')
  },
)

test('mails: links contain the path', async () => {
  const member = await createMember(
    filesmith.baseUrl,
    newCredentials(),
    createVisitor(filesmith.baseUrl, sends),
  )
  const confirmation = await receiveMail(filesmith.settings.DATA_DIR, member.email, /./)
  expect(confirmation.body).toContain(`${siteUrl}/verify-email?token=`)
  await member.post(apiPaths.forgotPassword, { email: member.email })
  const reset = await receiveMail(filesmith.settings.DATA_DIR, member.email, /password/i)
  expect(reset.body).toContain(`${siteUrl}/reset-password?token=`)
  expect(`${confirmation.body}${reset.body}`.match(/https:\/\/home\.example(?!\/files)/g)).toBeNull()
})

test('a conversion: upload, state, events and download are at the addresses that the server sends', async () => {
  const visitor = createVisitor(filesmith.baseUrl, sends)
  const created = await visitor.fetch(apiPaths.uploads, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': '3',
      'upload-metadata': 'filename YQ==,operation Y29udmVydC1pbWFnZQ==',
    },
  })
  expect(created.headers.get('location')).toMatch(/^\/files\/api\/uploads\/[\w-]+$/)

  const upload = await visitor.upload(await drawPng(), 'a.png')
  const accepted = await visitor.convertAsync(upload, { outputFormat: 'webp' })
  expect(accepted.statusUrl).toBe(basePath + apiPaths.conversion(accepted.id))
  expect(accepted.eventsUrl).toBe(basePath + apiPaths.conversionEvents(accepted.id))
  const last = (await visitor.follow(accepted)).at(-1)
  expect(last).toMatchObject({ status: 'succeeded', downloadUrl: basePath + apiPaths.download(accepted.id) })
  expect(await visitor.json(accepted.statusUrl)).toMatchObject({ downloadUrl: last?.downloadUrl })
  const headers = { cookie: visitor.cookies.header() }
  const download = await get(last?.downloadUrl ?? '', { headers })
  expect((await sharp(Buffer.from(await download.arrayBuffer())).metadata()).format).toBe('webp')

  const file = new Blob([new Uint8Array(await drawPng())])
  const answer = await visitor.convert(file, 'b.png', { outputFormat: 'jpg' })
  expect(await answer.json()).toEqual({ downloadUrl: expect.stringMatching(/^\/files\/api\/download\//) })
})

test('public API: the client works with a path in the server address, results and webhooks contain it', async () => {
  const received: string[] = []
  const receiver = createServer(async (request, response) => {
    received.push(await text(request))
    response.end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { client, created } = await createApiMember(filesmith)
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  expect((await client.post(apiPaths.v1Webhooks, { url, events: ['job.succeeded'] })).status).toBe(201)

  const api = new Filesmith({ server: filesmith.baseUrl, key: created.key })
  const file = await api.uploadFile(new Blob([new Uint8Array(await drawPng())]), 'a.png')
  const job = await api.runJob({
    inputs: [{ fileId: file.id }],
    steps: [{ operation: 'convert-image', options: { outputFormat: 'webp' } }],
  })
  const address = basePath + apiPaths.v1JobResult(job.id, 0)
  expect(job.results[0]?.url).toBe(address)
  expect((await get(address, { headers: { authorization: `Bearer ${created.key}` } })).status).toBe(200)
  expect((await api.download(job.id)).status).toBe(200)
  await expect.poll(() => received.length, { timeout: 15_000 }).toBeGreaterThan(0)
  expect(JSON.parse(received[0] ?? '').data.job.results[0].url).toBe(address)
  receiver.close()
})

test('cookies: the path is in the name, and over http also in Path', async () => {
  const https = (await get('/files/')).headers.getSetCookie()
  expect(https).toHaveLength(1)
  // A cookie with the __Host- prefix must have Path=/.
  expect(https[0]).toMatch(/^__Host-filesmith_visitor\.files=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  const http = (await fetch(`${plain.baseUrl}/`)).headers.getSetCookie()
  expect(http[0]).toMatch(/^filesmith_visitor\.files=.*; Path=\/files; HttpOnly; SameSite=Lax$/)
  const visitor = createVisitor(plain.baseUrl)
  await visitor.post(apiPaths.register, newCredentials())
  const signedOut = (await visitor.post(apiPaths.logout)).headers.getSetCookie()
  expect(signedOut.find(line => line.startsWith('filesmith_session.files=;'))).toContain('Path=/files')
})

test('security: the origin is still compared, and the policies of pages and API are unchanged', async () => {
  const visitor = createVisitor(filesmith.baseUrl, { origin: 'https://other.example' })
  expect((await visitor.post(apiPaths.register, newCredentials())).status).toBe(403)
  const root = await startFilesmith({ PUBLIC_URL: 'https://home.example' }, { hasWorker: false })
  try {
    const policyOf = (reply: Response) => reply.headers.get('content-security-policy')
    for (const path of ['/', '/help', apiPaths.capabilities])
      expect(policyOf(await get(basePath + path))).toBe(policyOf(await fetch(root.baseUrl + path)))
    // HSTS would bind every port and subdomain of the shared host.
    const isStrict = (reply: Response) => reply.headers.has('strict-transport-security')
    expect([await get('/files/'), await fetch(`${root.baseUrl}/`)].map(isStrict)).toEqual([false, true])
  } finally {
    await root.stop()
  }
})

test('outside of the path: a page that explains, an error for programs, and probes', async () => {
  for (const path of ['/', '/help', '/filesystem', '/files-two/', '/FILES/', '/%66iles/', '//files/']) {
    const page = await get(path, html)
    expect([path, page.status]).toEqual([path, 404])
    expect(await page.text()).toContain('<a class="main" href="/files/">Open /files/</a>')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  }
  for (const [path, init] of [
    [apiPaths.capabilities, {}],
    ['/theme.js', {}],
    [apiPaths.login, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }],
  ] as const) {
    const reply = await get(path, init)
    expect([reply.status, await reply.json()]).toEqual([
      404,
      {
        code: 'outside-base-path',
        message: 'Filesmith is at /files/. A reverse proxy must forward this path unchanged.',
      },
    ])
    expect(reply.headers.getSetCookie()).toEqual([])
  }
  for (const probe of ['/healthz', '/livez', '/files/healthz', '/files/livez'])
    expect([probe, (await get(probe)).status]).toEqual([probe, 200])
})
