import { apiPaths } from '@filesmith/contract/api-paths'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailsTo, receiveMail, tokenIn } from '../support/mailbox.ts'
import { asMember, createMember, type Member, newCredentials, runSql } from '../support/member.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
beforeAll(async () => {
  filesmith = await startFilesmith()
})
afterAll(() => filesmith.stop())

const register = () => createMember(filesmith.baseUrl)
const newVisitor = () => createVisitor(filesmith.baseUrl)
const receive = (to: string, subject: RegExp) => receiveMail(filesmith.settings.DATA_DIR, to, subject)

async function askForReset(email: string): Promise<void> {
  const reply = await newVisitor().post('/api/auth/forgot-password', { email })
  expect([reply.status, await reply.json()]).toEqual([202, {}])
}

async function resetToken(member: Member): Promise<string> {
  await askForReset(member.email)
  return tokenIn(await receive(member.email, /password/i))
}

const reset = (token: string, password: string) =>
  newVisitor().post('/api/auth/reset-password', { token, password })
const signIn = ({ username }: { username: string }, password: string) =>
  newVisitor().post('/api/auth/login', { username, password })

test('register: mails a link that confirms the address', async () => {
  const member = await register()
  const mail = await receive(member.email, /./)
  expect(mail.body).toContain('/verify-email?token=')
  expect((await member.post('/api/auth/verify-email', { token: tokenIn(mail) })).status).toBe(204)
  expect(await member.user()).toMatchObject({ isEmailVerified: true })
})

test('verify email: a used link says that it was used, a link of another token does not', async () => {
  const member = await register()
  const token = tokenIn(await receive(member.email, /./))
  await member.post('/api/auth/verify-email', { token })
  for (const visitor of [member, newVisitor()]) {
    const again = await visitor.post('/api/auth/verify-email', { token })
    expect([again.status, await again.json()]).toEqual([
      410,
      { code: 'link-used', message: 'This link was already used. Your email address is confirmed.' },
    ])
  }
  // It confirms an address only; a used link sets no password.
  expect((await reset(token, 'Quiet Hammer 88')).status).toBe(410)
  const unknown = await newVisitor().post('/api/auth/verify-email', { token: 'made-up' })
  expect(await unknown.json()).toMatchObject({ code: 'link-invalid' })
})

test('PWD-03 PWD-06 forgot password: mails a known address a link to /reset-password that sets a new password', async () => {
  const member = await register()
  await askForReset(member.email.toUpperCase())
  const mail = await receive(member.email, /password/i)
  expect(mail.body).toContain(`${filesmith.settings.PUBLIC_URL}/reset-password?token=`)
  expect((await reset(tokenIn(mail), 'Quiet Hammer 88')).status).toBe(204)
  expect((await signIn(member, member.password)).status).toBe(401)
  expect((await signIn(member, 'Quiet Hammer 88')).status).toBe(200)
  // Sessions of the old password end, and the address counts as verified.
  expect(await member.status()).toMatchObject({ authenticated: false })
  const again = asMember(newVisitor(), { ...member, password: 'Quiet Hammer 88' })
  await again.post('/api/auth/login', again)
  expect(await again.user()).toMatchObject({ isEmailVerified: true })
  expect((await receive(member.email, /changed/i)).body).toContain('Filesmith')
})

test('PWD-02 forgot password: answers the same for an unknown address and sends no mail', async () => {
  const unknown = `unknown-${newCredentials().email}`
  await askForReset(unknown)
  // Mails are sent in order: once a later one has arrived, this one would have, too.
  await resetToken(await register())
  expect(await mailsTo(filesmith.settings.DATA_DIR, unknown)).toEqual([])
})

test('PWD-04 reset password: the link works once, also under concurrent use', async () => {
  const member = await register()
  const token = await resetToken(member)
  const passwords = ['Quiet Hammer 88', 'Loud Bellows 99', 'Cold Chisel 66']
  const statuses = (await Promise.all(passwords.map(password => reset(token, password)))).map(
    reply => reply.status,
  )
  expect(statuses.sort()).toEqual([204, 410, 410])
  const reply = await reset(token, 'Quiet Hammer 88')
  expect([reply.status, await reply.json()]).toEqual([
    410,
    { code: 'link-invalid', message: 'This link no longer works. Please request a new one.' },
  ])
})

test('PWD-05 reset password: rejects the link after an hour', async () => {
  const member = await register()
  const token = await resetToken(member)
  const age = (minutes: number) =>
    runSql(
      filesmith.databaseUrl,
      `update account_tokens set expires_at = expires_at - $1 * interval '1 minute' where purpose = 'reset-password'`,
      [minutes],
    )
  await age(59)
  // Still valid: only the password is rejected, and the link is not used up.
  expect((await reset(token, 'password1')).status).toBe(400)
  await age(1)
  expect((await reset(token, 'Quiet Hammer 88')).status).toBe(410)
})

test('reset password: a newer link replaces the older one, and a password change invalidates both', async () => {
  const member = await register()
  const first = await resetToken(member)
  await askForReset(member.email)
  const folder = filesmith.settings.DATA_DIR
  await expect
    .poll(
      async () => (await mailsTo(folder, member.email)).filter(mail => /password/i.test(mail.subject)).length,
      { timeout: 15_000 },
    )
    .toBe(2)
  const second = tokenIn(await receive(member.email, /password/i))
  expect((await reset(first, 'Quiet Hammer 88')).status).toBe(410)
  const change = { currentPassword: member.password, newPassword: 'Loud Bellows 99' }
  expect((await member.post('/api/auth/change-password', change)).status).toBe(204)
  expect((await reset(second, 'Quiet Hammer 88')).status).toBe(410)
})

test('reset password, verify email: reject unknown tokens', async () => {
  expect((await reset('made-up', 'Quiet Hammer 88')).status).toBe(410)
  expect((await newVisitor().post('/api/auth/verify-email', { token: 'made-up' })).status).toBe(410)
})

test('ACC-03 change email: takes effect when the link is opened, and notifies the old address', async () => {
  const member = await register()
  const { email } = newCredentials()
  expect((await member.post(apiPaths.email, { email, password: 'wrong one' })).status).toBe(403)
  expect((await member.post(apiPaths.email, { email, password: member.password })).status).toBe(202)
  const mail = await receive(email, /./)
  expect(await member.user()).toMatchObject({ email: member.email })
  const token = tokenIn(mail)
  expect((await member.post('/api/auth/verify-email', { token })).status).toBe(204)
  expect(await member.user()).toMatchObject({ email, isEmailVerified: true })
  expect((await newVisitor().post('/api/auth/verify-email', { token })).status).toBe(410)
  expect((await receive(member.email, /address.*changed/i)).subject).toContain('Filesmith')
})

test('change email: an address of another account changes nothing and is not revealed (user enumeration)', async () => {
  const member = await register()
  const other = await register()
  await receive(other.email, /./)
  const reply = await member.post(apiPaths.email, { email: other.email, password: member.password })
  expect([reply.status, await reply.json()]).toEqual([202, {}])
  await resetToken(await register())
  expect(await mailsTo(filesmith.settings.DATA_DIR, other.email)).toHaveLength(1)
})

test('verify email: the link can be requested again until the address is confirmed', async () => {
  const member = await register()
  const first = tokenIn(await receive(member.email, /./))
  expect((await member.post(apiPaths.emailLink)).status).toBe(202)
  const folder = filesmith.settings.DATA_DIR
  await expect.poll(async () => (await mailsTo(folder, member.email)).length, { timeout: 15_000 }).toBe(2)
  const second = tokenIn((await mailsTo(folder, member.email)).at(-1) ?? { body: '' })
  expect((await newVisitor().post('/api/auth/verify-email', { token: first })).status).toBe(410)
  expect((await member.post('/api/auth/verify-email', { token: second })).status).toBe(204)
})
