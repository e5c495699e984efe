/** Cross-site request forgery protection, and sessions on other devices. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { AccountSecurity } from '@filesmith/contract/schemas/account-security'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asMember, createMember, type Member } from '../support/member.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
beforeAll(async () => {
  filesmith = await startFilesmith({ PUBLIC_URL: 'https://files.example.org' }, { hasWorker: false })
})
afterAll(() => filesmith.stop())
const register = () => createMember(filesmith.baseUrl)

test.each([
  [{ origin: 'https://evil.example' }, 403],
  [{ origin: 'null' }, 403],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'same-site' }, 403],
  [{ origin: 'https://127.0.0.1' }, 403],
  [{ origin: 'https://files.example.org' }, 204],
  [{ 'sec-fetch-site': 'same-origin' }, 204],
  [{}, 204],
] as [Record<string, string>, number][])(
  'origin check: a state-changing request with headers %j answers %i',
  async (headers, status) => {
    const member = await register()
    const reply = await member.fetch('/api/auth/logout', { method: 'POST', headers })
    expect(reply.status).toBe(status)
    expect(await member.status()).toMatchObject({ authenticated: status === 403 })
  },
)

test('origin check: with PUBLIC_URL only its origin is accepted, regardless of the Host header', async () => {
  for (const origin of [filesmith.baseUrl, 'http://files.example.org', 'https://files.example.org:444']) {
    const reply = await (await register()).fetch(apiPaths.logout, { method: 'POST', headers: { origin } })
    expect([origin, reply.status]).toEqual([origin, 403])
  }
})

test('origin check: ignores X-Forwarded-Host, also behind a proxy', async () => {
  for (const PUBLIC_URL of ['https://files.example.org', '']) {
    const site = await startFilesmith({ PUBLIC_URL, BEHIND_PROXY: 'true' }, { hasWorker: false })
    const member = await createMember(site.baseUrl)
    const headers = { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }
    const forged = await member.fetch(apiPaths.logout, { method: 'POST', headers })
    const pages = await Promise.all(
      ['/', '/privacy', '/sitemap.xml', '/robots.txt', apiPaths.openApi, apiPaths.v1OpenApi].map(
        async path => {
          const reply = await member.fetch(path, { headers: { 'x-forwarded-host': 'evil.example' } })
          return JSON.stringify([...reply.headers]) + (await reply.text())
        },
      ),
    )
    await site.stop()
    expect(forged.status).toBe(403)
    expect(pages.filter(page => page.includes('evil.example'))).toEqual([])
  }
})

test('origin check: without PUBLIC_URL accepts the requested host over http and https', async () => {
  const site = await startFilesmith({}, { hasWorker: false })
  const logout = async (origin: string) => {
    const member = await createMember(site.baseUrl)
    return (await member.fetch(apiPaths.logout, { method: 'POST', headers: { origin } })).status
  }
  const seen = [
    await logout(site.baseUrl),
    await logout(site.baseUrl.replace('http:', 'https:')),
    await logout('http://localhost:1'),
  ]
  await site.stop()
  expect(seen).toEqual([204, 204, 403])
})

test('origin check: applies to every state-changing route', async () => {
  const document = await (await fetch(`${filesmith.baseUrl}${apiPaths.openApi}`)).json()
  const calls = Object.entries((document as { paths: Record<string, object> }).paths).flatMap(
    ([path, methods]) =>
      Object.keys(methods)
        // Routes with API keys ignore cookies, so CSRF does not apply to them.
        .filter(method => !['get', 'head', 'options'].includes(method) && !path.startsWith('/api/v1/'))
        .map(method => [method, path] as const),
  )
  expect(calls.length).toBeGreaterThan(20)
  for (const [method, path] of calls) {
    const reply = await fetch(filesmith.baseUrl + path.replace(/\{\w+\}/g, 'x'), {
      method: method.toUpperCase(),
      headers: { origin: 'https://evil.example' },
    })
    expect([method, path, reply.status, await reply.json()]).toEqual([
      method,
      path,
      403,
      { code: 'wrong-origin', message: 'This request came from another site and was blocked.' },
    ])
  }
})

test('sessions: lists the account’s sessions, ends one or all others', async () => {
  const member = await register()
  const devices = await Promise.all(
    ['Firefox/143.0 Linux', 'Chrome/140 Windows'].map(async userAgent => {
      const device = asMember(createVisitor(filesmith.baseUrl), member)
      const body = JSON.stringify(member)
      const headers = { 'content-type': 'application/json', 'user-agent': userAgent }
      await device.fetch('/api/auth/login', { method: 'POST', headers, body })
      return device
    }),
  )
  const { sessions } = await member.json<AccountSecurity>(apiPaths.security)
  expect(sessions.map(session => [session.device, session.isCurrent]).sort()).toEqual([
    ['Chrome on Windows', false],
    ['Firefox on Linux', false],
    ['Unknown device', true],
  ])
  const firefox = sessions.find(session => session.device === 'Firefox on Linux')
  const stranger = await register()
  const end = (who: Member) => who.fetch(apiPaths.session(firefox?.id ?? ''), { method: 'DELETE' })
  expect((await end(stranger)).status).toBe(404)
  expect((await end(member)).status).toBe(204)
  expect((await end(member)).status).toBe(404)
  expect(await devices[0]?.status()).toMatchObject({ authenticated: false })
  expect(await devices[1]?.status()).toMatchObject({ authenticated: true })
  expect((await member.fetch(apiPaths.sessions, { method: 'DELETE' })).status).toBe(204)
  expect(await devices[1]?.status()).toMatchObject({ authenticated: false })
  expect(await member.status()).toMatchObject({ authenticated: true })
})
