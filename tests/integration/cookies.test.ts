/** Cookies: names, signatures, upgrades from older versions, and cache headers of responses that set them. */
import { createHmac, randomUUID } from 'node:crypto'
import { apiPaths } from '@filesmith/contract/api-paths'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawPng } from '../support/images.ts'
import { createMember, newCredentials, runSql } from '../support/member.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'

const cookieSecret = 'a secret of thirty-two characters'
const github = {
  GITHUB_CLIENT_ID: 'id',
  GITHUB_CLIENT_SECRET: 'secret',
  GITHUB_URL: 'http://127.0.0.1:9',
  COOKIE_SECRET: cookieSecret,
}
let plain: TestFilesmith
let secure: TestFilesmith
beforeAll(async () => {
  plain = await startFilesmith(github, { hasWorker: false })
  secure = await startFilesmith(
    { ...github, DATABASE_URL: plain.databaseUrl, PUBLIC_URL: 'https://Files.Example.org:443' },
    { hasWorker: false },
  )
})
afterAll(async () => {
  await secure.stop()
  await plain.stop()
})

/** A cookie value of the previous version: one key for all cookies, no prefix. */
function signedByPreviousVersion(value: string): string {
  const signature = createHmac('sha256', cookieSecret).update(value).digest('base64').replaceAll('=', '')
  return encodeURIComponent(`${value}.${signature}`)
}

/** Collects one cookie of every kind. */
async function collectCookies(site: TestFilesmith): Promise<Map<string, string>> {
  const collected = new Map<string, string>()
  const collect = (reply: Response) => {
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value !== '') collected.set(name, value)
    }
  }
  const visitor = createVisitor(site.baseUrl)
  collect(await visitor.fetch('/'))
  collect(await visitor.fetch(apiPaths.signInWith('github'), { redirect: 'manual' }))
  const credentials = newCredentials()
  collect(await visitor.post(apiPaths.register, credentials))
  await runSql(site.databaseUrl, 'update users set two_step_on_at = now() where username = $1', [
    credentials.username,
  ])
  collect(await createVisitor(site.baseUrl).post(apiPaths.login, credentials))
  return collected
}

test('cookies: with https in PUBLIC_URL every cookie is Secure and has the __Host- prefix, regardless of X-Forwarded-Proto', async () => {
  const names = [...(await collectCookies(secure)).keys()].sort()
  expect(names).toEqual([
    '__Host-filesmith_code_wanted',
    '__Host-filesmith_device',
    '__Host-filesmith_errand',
    '__Host-filesmith_session',
    '__Host-filesmith_visitor',
  ])
  const registered = await createVisitor(secure.baseUrl, { 'x-forwarded-proto': 'http' }).post(
    apiPaths.register,
    newCredentials(),
  )
  for (const line of registered.headers.getSetCookie())
    expect(line).toMatch(/^__Host-.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect([...(await collectCookies(plain)).keys()].every(name => name.startsWith('filesmith_'))).toBe(true)
})

test('cookies: a value signed for one cookie is not accepted in any other', async () => {
  for (const site of [plain, secure]) {
    const cookies = await collectCookies(site)
    expect(cookies.size).toBe(5)
    for (const [name, own] of cookies)
      for (const value of cookies.values()) {
        if (value === own) continue
        const visitor = createVisitor(site.baseUrl, { cookie: `${name}=${value}` })
        const status = await visitor.fetch(apiPaths.authStatus)
        expect([name, await status.json()]).toEqual([name, { authenticated: false, user: null }])
        const returned = await visitor.fetch(`${apiPaths.signInWithReturn('github')}?code=x&state=y`, {
          redirect: 'manual',
        })
        expect([name, returned.status, returned.headers.get('location')]).toEqual([
          name,
          302,
          '/sign-in?failed=sign-in-expired&provider=github',
        ])
        expect((await visitor.post(apiPaths.loginCode, { code: '123456' })).status).toBe(401)
        const uploaded = await visitor.fetch('/')
        expect(uploaded.status).toBe(200)
      }
  }
})

test('cookies: an OAuth transaction cookie of the previous version is ignored', async () => {
  for (const value of ['not json', '{"provider":"github"}', '[]', `v_${randomUUID()}`]) {
    const visitor = createVisitor(plain.baseUrl, {
      cookie: `filesmith_errand=${signedByPreviousVersion(value)}`,
    })
    const reply = await visitor.fetch(`${apiPaths.signInWithReturn('github')}?code=x&state=y`, {
      redirect: 'manual',
    })
    expect([value, reply.status]).toEqual([value, 302])
  }
})

const uploadId = async (visitor: Visitor) => visitor.upload(await drawPng(), 'mine.png')

test('upgrade: session and visitor cookies of the previous version are reissued with the new name and signature', async () => {
  for (const [site, prefix] of [
    [plain, ''],
    [secure, '__Host-'],
  ] as const) {
    const member = await createMember(site.baseUrl)
    const token =
      decodeURIComponent(member.cookies.get(`${prefix}filesmith_session`) ?? '').split('.')[0] ?? ''
    const upgraded = createVisitor(site.baseUrl)
    upgraded.cookies.set('filesmith_session', signedByPreviousVersion(token))
    expect(await upgraded.json(apiPaths.authStatus)).toMatchObject({ authenticated: true })
    expect(upgraded.cookies.get(`${prefix}filesmith_session`)).not.toBe(signedByPreviousVersion(token))
    if (prefix !== '') expect(upgraded.cookies.get('filesmith_session')).toBeUndefined()
    expect(await upgraded.json(apiPaths.authStatus)).toMatchObject({ authenticated: true })

    const id = `v_${randomUUID()}`
    const visitor = createVisitor(site.baseUrl)
    visitor.cookies.set('filesmith_visitor', signedByPreviousVersion(id))
    const upload = await uploadId(visitor)
    expect(visitor.cookies.get(`${prefix}filesmith_visitor`)).toContain(id)
    expect(visitor.cookies.get(`${prefix}filesmith_visitor`)).not.toBe(signedByPreviousVersion(id))
    const owners = await runSql(site.databaseUrl, 'select owner_id as id from uploads where id = $1', [
      upload,
    ])
    expect(owners).toEqual([{ id }])
    expect((await visitor.fetch(apiPaths.uploadDetails(upload))).status).toBe(200)
  }
})

test('upgrade: a cookie of the previous version is accepted only without a current one, and only in its own format', async () => {
  const [owner, planted] = [await createMember(secure.baseUrl), await createMember(secure.baseUrl)]
  const tokenOf = (value: string | undefined) => decodeURIComponent(value ?? '').split('.')[0] ?? ''
  const token = tokenOf(planted.cookies.get('__Host-filesmith_session'))
  owner.cookies.set('filesmith_session', signedByPreviousVersion(token))
  expect((await owner.user()).username).toBe(owner.username)
  // A current cookie is invalid without its prefix, so another subdomain cannot plant one (cookie tossing).
  const victim = createVisitor(secure.baseUrl)
  victim.cookies.set('filesmith_session', planted.cookies.get('__Host-filesmith_session') ?? '')
  expect(await victim.json(apiPaths.authStatus)).toMatchObject({ authenticated: false })
  for (const name of ['filesmith_visitor', 'filesmith_session']) {
    const wrongShape = createVisitor(plain.baseUrl, {
      cookie: `${name}=${signedByPreviousVersion('{"next":"v_"}')}`,
    })
    const reply = await wrongShape.fetch('/')
    expect([name, reply.status, reply.headers.getSetCookie().length]).toEqual([name, 200, 1])
  }
})

test('cookies: every response that sets one is Cache-Control private, on every route and page', async () => {
  const member = await createMember(plain.baseUrl)
  const session = decodeURIComponent(member.cookies.get('filesmith_session') ?? '').split('.')[0] ?? ''
  const callers = [
    {},
    // Cookies of the previous version are replaced on every route.
    { cookie: `filesmith_session=${signedByPreviousVersion(session)}` },
    { cookie: `filesmith_visitor=${signedByPreviousVersion(`v_${randomUUID()}`)}` },
  ]
  const routes = [
    // One static file stands for all.
    ...plain.declaredRoutes.filter(({ url }) => !/[*]|\.\w+$/.test(url)),
    ...['/', '/privacy', '/no-such-page', '/robots.txt', '/favicon.svg'].map(url => ({ method: 'GET', url })),
  ]
  let setters = 0
  for (const headers of callers)
    for (const { method, url } of routes) {
      if (url === apiPaths.logout || (method === 'DELETE' && url === apiPaths.user)) continue
      const path = url.replaceAll(/:\w+/g, randomUUID())
      const reply = await fetch(plain.baseUrl + path, { method, headers, redirect: 'manual' })
      await reply.body?.cancel()
      if (reply.headers.getSetCookie().length === 0) continue
      setters += 1
      expect([method, url, reply.headers.get('cache-control')]).toEqual([
        method,
        url,
        expect.stringMatching(/\bprivate\b/),
      ])
    }
  expect(setters).toBeGreaterThan(20)
  const uploaded = await createVisitor(plain.baseUrl).fetch(apiPaths.uploads, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': '5',
      'upload-metadata': `filename ${Buffer.from('a.png').toString('base64')},operation ${Buffer.from('convert-image').toString('base64')}`,
    },
  })
  expect([uploaded.status, uploaded.headers.get('cache-control')]).toEqual([201, 'private, no-store'])
})
