/** Account pre-hijacking: an attacker who registered with another person's address loses all access once the owner proves the address. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { AuthStatus } from '@filesmith/contract/schemas/account'
import type { AccountSecurity } from '@filesmith/contract/schemas/account-security'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashToken } from '../../packages/server/src/domain/accounts/make-token.ts'
import { hashApiKey, makeApiKey } from '../../packages/server/src/domain/api-keys/api-keys.ts'
import { createApiMember } from '../support/api-client.ts'
import { expectError } from '../support/expect-error.ts'
import {
  startIdentityProviderServer,
  type TestIdentityProviderServer,
} from '../support/identity-provider-server.ts'
import { receiveMail, tokenIn } from '../support/mailbox.ts'
import { confirmEmail, createConfirmedMember, createMember, type Member, runSql } from '../support/member.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'

const newPassword = 'Quiet Hammer 88'

let provider: TestIdentityProviderServer
let filesmith: TestFilesmith
beforeAll(async () => {
  provider = await startIdentityProviderServer()
  filesmith = await startFilesmith({ ...provider.env, PUBLIC_URL: 'https://files.example.org' })
})
afterAll(async () => {
  await filesmith.stop()
  await provider.close()
})

const newVisitor = () => createVisitor(filesmith.baseUrl)
const sql = (text: string, values: unknown[] = []) => runSql(filesmith.databaseUrl, text, values)
const receive = (to: string, subject: RegExp) => receiveMail(filesmith.settings.DATA_DIR, to, subject)
const signIn = (username: string, password: string, visitor: Visitor = newVisitor()) =>
  visitor.post(apiPaths.login, { username, password })

/** The attacker's account at the provider. */
let lastGithubId = 70_000
function attackerAtGithub(): number {
  lastGithubId += 1
  provider.setPerson({ id: lastGithubId, email: `attacker-${lastGithubId}@example.com`, login: 'attacker' })
  return lastGithubId
}

async function signInWithGithub(visitor: Visitor): Promise<string> {
  const redirect = async (path: string) =>
    (await visitor.fetch(path, { redirect: 'manual' })).headers.get('location') ?? ''
  const there = await redirect(apiPaths.signInWith('github'))
  const back = new URL((await fetch(there, { redirect: 'manual' })).headers.get('location') ?? '')
  return redirect(back.pathname + back.search)
}

interface Planted {
  readonly githubId: number
  readonly apiKey: string
  readonly changeLink: string
  readonly recoveryCode: string
}

/** Rows that older versions allowed for unconfirmed accounts. */
async function plant({ username }: Member): Promise<Planted> {
  const githubId = attackerAtGithub()
  const { key, prefix } = makeApiKey()
  const changeLink = `change-${githubId}`
  const recoveryCode = 'aaaa-bbbb-cccc-dddd'
  const account = '(select id from users where username = $1)'
  await sql(
    `insert into identities (provider, subject, account_id, label, connected_at)
     values ('github', $2, ${account}, 'attacker', now())`,
    [username, String(githubId)],
  )
  await sql(
    `insert into api_keys (id, account_id, name, prefix, key_hash, scopes, created_at)
     values (gen_random_uuid(), ${account}, 'mine', $2, $3, '["jobs:read", "webhooks"]', now())`,
    [username, prefix, hashApiKey(key)],
  )
  await sql(
    `insert into webhook_endpoints (id, account_id, url, sealed_secret, events, created_at)
     values (gen_random_uuid(), ${account}, 'https://attacker.example/', 'sealed', '["job.succeeded"]', now())`,
    [username],
  )
  await sql(
    `insert into account_tokens (token_hash, account_id, purpose, detail, expires_at)
     values ($2, ${account}, 'verify-email', 'attacker@example.com', now() + interval '1 day')`,
    [username, hashToken(changeLink)],
  )
  await sql(`insert into recovery_codes (account_id, code_hash) values (${account}, $2)`, [
    username,
    hashToken(recoveryCode.replaceAll('-', '')),
  ])
  await sql(`update users set two_step_secret = 'sealed', two_step_on_at = now() where username = $1`, [
    username,
  ])
  return { githubId, apiKey: key, changeLink, recoveryCode }
}

async function expectAttackerOut(attacker: Member, planted: Planted): Promise<void> {
  expect(await attacker.status()).toMatchObject({ authenticated: false })
  expect((await signIn(attacker.username, attacker.password)).status).toBe(401)

  const throughGithub = newVisitor()
  await signInWithGithub(throughGithub)
  const { user } = await throughGithub.json<AuthStatus>(apiPaths.authStatus)
  expect(user?.username).not.toBe(attacker.username)

  const call = await fetch(new URL(apiPaths.v1Account, filesmith.baseUrl), {
    headers: { authorization: `Bearer ${planted.apiKey}` },
  })
  expect(call.status).toBe(401)
  await expectError(await attacker.post(apiPaths.verifyEmail, { token: planted.changeLink }), 'link-invalid')
}

async function expectCleanAccount(victim: Visitor): Promise<void> {
  expect(await victim.json<AccountSecurity>(apiPaths.security)).toMatchObject({
    twoStep: { isOn: false, recoveryCodesLeft: 0 },
    connections: [],
  })
  expect(await victim.json(apiPaths.apiKeys)).toEqual([])
}

async function webhooksOf({ username }: Pick<Member, 'username'>): Promise<unknown[]> {
  return sql('select 1 from webhook_endpoints w join users u on u.id = w.account_id where username = $1', [
    username,
  ])
}

test('connect identity: rejected on an account with an unconfirmed address', async () => {
  const attacker = await createMember(filesmith.baseUrl)
  attackerAtGithub()
  await expectError(await attacker.post(apiPaths.connection('github')), 'email-unconfirmed')
  // Visiting the provider while signed in, as older versions did, connects nothing either.
  await signInWithGithub(attacker)
  expect(await attacker.json<AccountSecurity>(apiPaths.security)).toMatchObject({ connections: [] })
})

test('reset password: removes every credential that was added before the address was confirmed', async () => {
  const attacker = await createMember(filesmith.baseUrl)
  await receive(attacker.email, /confirm/i)
  const planted = await plant(attacker)

  await newVisitor().post(apiPaths.forgotPassword, { email: attacker.email })
  const token = tokenIn(await receive(attacker.email, /reset your/i))
  const reset = await newVisitor().post(apiPaths.resetPassword, { token, password: newPassword })
  expect(reset.status).toBe(204)

  // The owner is not asked for the attacker's second factor.
  const victim = newVisitor()
  expect((await signIn(attacker.username, newPassword, victim)).status).toBe(200)
  await expectCleanAccount(victim)
  expect(await webhooksOf(attacker)).toEqual([])
  await expectAttackerOut(attacker, planted)
})

test('confirmation link: without a session it confirms nothing, and sets a new password that removes everything', async () => {
  const attacker = await createMember(filesmith.baseUrl)
  const token = tokenIn(await receive(attacker.email, /confirm/i))
  const planted = await plant(attacker)
  await sql(`delete from account_tokens where detail = 'attacker@example.com'`)

  const opened = await newVisitor().post(apiPaths.verifyEmail, { token })
  expect([opened.status, await opened.json()]).toEqual([202, { isSignInNeeded: true, canSetPassword: true }])
  expect(await attacker.user()).toMatchObject({ isEmailVerified: false })

  const reset = await newVisitor().post(apiPaths.resetPassword, { token, password: newPassword })
  expect(reset.status).toBe(204)
  const victim = newVisitor()
  expect((await signIn(attacker.username, newPassword, victim)).status).toBe(200)
  expect(await victim.json(apiPaths.authStatus)).toMatchObject({ user: { isEmailVerified: true } })
  await expectCleanAccount(victim)
  expect(await webhooksOf(attacker)).toEqual([])
  await expectAttackerOut(attacker, planted)
})

test('confirmation link: in a session of the account it keeps that session and the password, and removes the rest', async () => {
  const member = await createMember(filesmith.baseUrl)
  const elsewhere = newVisitor()
  await signIn(member.username, member.password, elsewhere)
  const token = tokenIn(await receive(member.email, /confirm/i))
  await plant(member)
  expect((await member.post(apiPaths.verifyEmail, { token })).status).toBe(204)
  expect(await member.user()).toMatchObject({ isEmailVerified: true })
  expect(await elsewhere.json(apiPaths.authStatus)).toMatchObject({ authenticated: false })
  await expectCleanAccount(member)
  expect(await webhooksOf(member)).toEqual([])
  expect((await signIn(member.username, member.password)).status).toBe(200)
  const mail = await receive(member.email, /unverified sign-in methods/i)
  expect(mail.body).toContain('API keys')
})

test('email change link: requires a session of the account, even for the owner of the new mailbox', async () => {
  const member = await createConfirmedMember(filesmith)
  const changed = `changed-${member.email}`
  const { password } = member
  expect((await member.post(apiPaths.email, { email: changed, password })).status).toBe(202)
  const token = tokenIn(await receive(changed, /confirm/i))
  const other = await createMember(filesmith.baseUrl)
  for (const visitor of [newVisitor(), other]) {
    const opened = await visitor.post(apiPaths.verifyEmail, { token })
    expect(await opened.json()).toEqual({ isSignInNeeded: true, canSetPassword: false })
  }
  // Access to the new mailbox alone must not give access to an existing account.
  await expectError(
    await newVisitor().post(apiPaths.resetPassword, { token, password: newPassword }),
    'link-invalid',
  )
  expect((await member.post(apiPaths.verifyEmail, { token })).status).toBe(204)
  expect(await member.user()).toMatchObject({ email: changed })
})

test('reset password: ends sessions, links, API keys and webhooks of a confirmed account, and lists what remains', async () => {
  const { member, client } = await createApiMember(filesmith)
  await sql(
    `insert into identities (provider, subject, account_id, label, connected_at)
     select 'github', 'stays-' || id, id, 'forge-and-anvil', now() from users where username = $1`,
    [member.username],
  )
  const made = await client.post(apiPaths.v1Webhooks, {
    url: 'https://hooks.example.org/x',
    events: ['job.succeeded'],
  })
  expect(made.status).toBe(201)
  await newVisitor().post(apiPaths.forgotPassword, { email: member.email })
  const token = tokenIn(await receive(member.email, /reset your/i))
  await newVisitor().post(apiPaths.resetPassword, { token, password: newPassword })

  expect(await member.status()).toMatchObject({ authenticated: false })
  expect((await client.fetch(apiPaths.v1Account)).status).toBe(401)
  expect(await webhooksOf(member)).toEqual([])
  const mail = await receive(member.email, /password was changed/i)
  expect(mail.body).toContain('GitHub: forge-and-anvil')
  expect(mail.body).toContain('API keys')
})

test('sign in with a provider: connecting by the same confirmed address sends a notification mail', async () => {
  const member = await createMember(filesmith.baseUrl)
  await confirmEmail(filesmith, member)
  provider.setPerson({ id: 81_000, email: member.email, login: 'vulcan-smith' })
  expect(await signInWithGithub(newVisitor())).toBe('/')
  expect((await receive(member.email, /sign-in method was connected/)).body).toContain('GitHub: vulcan-smith')
})

test('sign in with a provider: an identity of an unconfirmed account does not sign in', async () => {
  const attacker = await createMember(filesmith.baseUrl)
  await plant(attacker)
  expect(await signInWithGithub(newVisitor())).toBe('/sign-in?failed=email-unconfirmed&provider=github')
})

test('sign in: a sign-in with the old password during the reset leaves no session', async () => {
  const member = await createConfirmedMember(filesmith)
  await newVisitor().post(apiPaths.forgotPassword, { email: member.email })
  const token = tokenIn(await receive(member.email, /reset your/i))
  const devices = Array.from({ length: 6 }, newVisitor)
  const [reset] = await Promise.all([
    newVisitor().post(apiPaths.resetPassword, { token, password: newPassword }),
    ...devices.map(device => signIn(member.username, member.password, device)),
  ])
  expect(reset.status).toBe(204)
  for (const device of devices)
    expect(await device.json(apiPaths.authStatus)).toMatchObject({ authenticated: false })
})
