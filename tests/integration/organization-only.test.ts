/** OIDC_ONLY: sign-in through the organization's provider only. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { AuthStatus } from '@filesmith/contract/schemas/account'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiveMail, tokenIn } from '../support/mailbox.ts'
import { createMember, type Member, newCredentials, runSql } from '../support/member.ts'
import { startOpenIdProvider, type TestOpenIdProvider } from '../support/openid-provider.ts'
import { redirectOf, signInWithOrganization } from '../support/organization-sign-in-flow.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

const publicUrl = 'https://files.example.org'
const passwordsAreOff = {
  code: 'organisation-only',
  message: 'Password sign-in is disabled. Please continue with Vulcan Works.',
}
let provider: TestOpenIdProvider
/** The installation before OIDC_ONLY was set, with registered accounts. */
let before: TestFilesmith
let filesmith: TestFilesmith
let member: Member
let operator: Member
beforeAll(async () => {
  provider = await startOpenIdProvider({ publicUrl })
  before = await startFilesmith({}, { hasWorker: false })
  member = await createMember(before.baseUrl)
  operator = await createMember(before.baseUrl)
  await runSql(before.databaseUrl, 'update users set operator_since = now() where username = $1', [
    operator.username,
  ])
  filesmith = await startFilesmith({
    ...provider.env,
    PUBLIC_URL: publicUrl,
    DATABASE_URL: before.databaseUrl,
    OIDC_ONLY: 'true',
    GITHUB_CLIENT_ID: 'id',
    GITHUB_CLIENT_SECRET: 'secret',
  })
})
afterAll(async () => {
  await filesmith.stop()
  await before.stop()
  await provider.close()
})

const newVisitor = () => createVisitor(filesmith.baseUrl)
const signIn = (username: string, password: string) =>
  newVisitor().post(apiPaths.login, { username, password })

test('OIDC_ONLY: capabilities report it, and registration and other providers are off', async () => {
  expect(await newVisitor().json(apiPaths.capabilities)).toMatchObject({
    signInWith: ['organisation'],
    organisation: { name: 'Vulcan Works', isOnlyWay: true },
  })
  const reply = await newVisitor().post(apiPaths.register, newCredentials())
  expect([reply.status, await reply.json()]).toEqual([403, passwordsAreOff])
  expect(await redirectOf(newVisitor(), apiPaths.signInWith('github'))).toBe(
    '/sign-in?failed=not-found&provider=github',
  )
})

test('OIDC_ONLY: passwords work for operators only, and all other attempts answer the same', async () => {
  const tries: [string, string][] = [
    [member.username, member.password],
    [member.username, 'wrong one'],
    [operator.username, 'wrong one'],
    ['unknown-user', 'wrong one'],
  ]
  for (const [username, password] of tries) {
    const reply = await signIn(username, password)
    expect([reply.status, await reply.json()]).toEqual([403, passwordsAreOff])
  }
  expect((await signIn(operator.username, operator.password)).status).toBe(200)
})

test('OIDC_ONLY: password attempts stay limited', async () => {
  const statuses = []
  for (let index = 0; index < 11; index++) statuses.push((await signIn('guessed', 'wrong one')).status)
  expect(statuses).toEqual([...Array<number>(10).fill(403), 429])
})

test('OIDC_ONLY: the organization cannot be disconnected', async () => {
  provider.addPerson('ada', { email: 'ada@works.example', email_verified: true, name: 'Ada' })
  const visitor = newVisitor()
  expect(await signInWithOrganization(visitor, 'ada')).toBe('/')
  const reply = await visitor.fetch(apiPaths.connection('organisation'), { method: 'DELETE' })
  expect([reply.status, await reply.json()]).toEqual([
    409,
    {
      code: 'connection-required',
      message: 'This site requires sign-in with Vulcan Works, so you cannot disconnect it.',
    },
  ])
})

test('OIDC_ONLY: an existing account is linked once its address is confirmed, and its earlier sessions end', async () => {
  provider.addPerson('mara', { email: member.email, email_verified: true, name: 'Mara' })
  expect(await signInWithOrganization(newVisitor(), 'mara')).toBe(
    '/sign-in?failed=provider-account-unconfirmed&provider=organisation',
  )
  const asked = await newVisitor().post(apiPaths.forgotPassword, { email: member.email })
  expect(asked.status).toBe(202)
  const mail = await receiveMail(filesmith.settings.DATA_DIR, member.email, /reset your/i)
  const reset = { token: tokenIn(mail), password: 'Quiet Hammer 88' }
  expect((await newVisitor().post(apiPaths.resetPassword, reset)).status).toBe(204)
  expect(await member.status()).toMatchObject({ authenticated: false })
  // The new password can re-authenticate but not sign in.
  expect((await signIn(member.username, 'Quiet Hammer 88')).status).toBe(403)
  const visitor = newVisitor()
  expect(await signInWithOrganization(visitor, 'mara')).toBe('/')
  expect((await visitor.json<AuthStatus>(apiPaths.authStatus)).user?.username).toBe(member.username)
})
