/** A site whose people come in through their organisation alone. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { AuthStatus } from '@filesmith/contract/schemas/account'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiveMail, tokenIn } from '../support/mailbox.ts'
import { createMember, type Member, newCredentials, runSql } from '../support/member.ts'
import { startOpenIdProvider, type TestOpenIdProvider } from '../support/openid-provider.ts'
import { comeFromOrganization, redirectOf } from '../support/organization-journey.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

const publicUrl = 'https://files.example.org'
const passwordsAreOff = {
  code: 'organisation-only',
  message: 'Password sign-in is disabled. Please continue with Vulcan Works.',
}
let provider: TestOpenIdProvider
/** The site as it was before, where people still registered. */
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

test('the page is told, and neither registration nor anybody else leads in', async () => {
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

test('a password opens an operator’s account, and every other try is answered alike', async () => {
  const tries: [string, string][] = [
    [member.username, member.password],
    [member.username, 'wrong one'],
    [operator.username, 'wrong one'],
    ['nobody-at-all', 'wrong one'],
  ]
  for (const [username, password] of tries) {
    const reply = await signIn(username, password)
    expect([reply.status, await reply.json()]).toEqual([403, passwordsAreOff])
  }
  expect((await signIn(operator.username, operator.password)).status).toBe(200)
})

test('an operator’s password can still be guessed only so often', async () => {
  const statuses = []
  for (let index = 0; index < 11; index++) statuses.push((await signIn('guessed', 'wrong one')).status)
  expect(statuses).toEqual([...Array<number>(10).fill(403), 429])
})

test('who comes in through the organisation stays connected to it', async () => {
  provider.addPerson('ada', { email: 'ada@works.example', email_verified: true, name: 'Ada' })
  const visitor = newVisitor()
  expect(await comeFromOrganization(visitor, 'ada')).toBe('/')
  const reply = await visitor.fetch(apiPaths.connection('organisation'), { method: 'DELETE' })
  expect([reply.status, await reply.json()]).toEqual([
    409,
    {
      code: 'connection-required',
      message: 'This site requires sign-in with Vulcan Works, so you cannot disconnect it.',
    },
  ])
})

test('an account from before is found again once a mail has proven its address, and whoever was in it is out', async () => {
  provider.addPerson('mara', { email: member.email, email_verified: true, name: 'Mara' })
  expect(await comeFromOrganization(newVisitor(), 'mara')).toBe(
    '/sign-in?failed=provider-account-unconfirmed&provider=organisation',
  )
  const asked = await newVisitor().post(apiPaths.forgotPassword, { email: member.email })
  expect(asked.status).toBe(202)
  const mail = await receiveMail(filesmith.settings.DATA_DIR, member.email, /new password/i)
  const reset = { token: tokenIn(mail), password: 'Quiet Hammer 88' }
  expect((await newVisitor().post(apiPaths.resetPassword, reset)).status).toBe(204)
  expect(await member.status()).toMatchObject({ authenticated: false })
  // The new password proves who one is inside, but opens nothing.
  expect((await signIn(member.username, 'Quiet Hammer 88')).status).toBe(403)
  const visitor = newVisitor()
  expect(await comeFromOrganization(visitor, 'mara')).toBe('/')
  expect((await visitor.json<AuthStatus>(apiPaths.authStatus)).user?.username).toBe(member.username)
})
