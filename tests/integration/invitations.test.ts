/** SIGN_UP=invite: operators invite guests, who create their account with a one-time link. */
import { randomUUID } from 'node:crypto'
import { apiPaths } from '@filesmith/contract/api-paths'
import type { AdminInvitationPage, CreatedInvitation } from '@filesmith/contract/schemas/admin'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { startMailServer, type TestMailServer } from '../support/mail-server.ts'
import { asMember, newCredentials, runSql } from '../support/member.ts'
import { type Operator, setUpOperator, tokenOf } from '../support/operator.ts'
import { runAdmin } from '../support/run-admin.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

const dayMs = 24 * 60 * 60 * 1000

let mailServer: TestMailServer
let filesmith: TestFilesmith
let operator: Operator
let now = new Date()
beforeAll(async () => {
  mailServer = await startMailServer()
  const env = { SIGN_UP: 'invite', SMTP_URL: mailServer.url, PUBLIC_URL: 'http://files.example.org' }
  filesmith = await startFilesmith(env, { clock: { now: () => now } })
  operator = await setUpOperator(filesmith)
})
afterAll(async () => {
  await filesmith.stop()
  await mailServer.close()
})

const newVisitor = () => createVisitor(filesmith.baseUrl)
const create = (body: object = {}) => operator.post(apiPaths.adminInvitations, body)
async function invite(body: object = {}): Promise<CreatedInvitation & { token: string }> {
  const reply = await create(body)
  expect(reply.status).toBe(201)
  const created = (await reply.json()) as CreatedInvitation
  return { ...created, token: tokenOf(created.link) }
}
const accept = (invitation: string | undefined, details = newCredentials()) =>
  newVisitor().post(apiPaths.register, { ...details, invitation })
const check = (token: string) => newVisitor().post(apiPaths.invitation, { token })
const revoke = (id: string) => operator.send('DELETE', apiPaths.adminInvitation(id))
const list = async () => (await operator.json<AdminInvitationPage>(apiPaths.adminInvitations)).invitations
const find = async (id: string) => (await list()).find(invitation => invitation.id === id)

test('invitation: creates one account, and is listed as accepted and audited', async () => {
  const { invitation, link, token, isMailed } = await invite()
  expect(link).toMatch(/^http:\/\/files\.example\.org\/invitation\?token=[\w-]{43}$/)
  expect(isMailed).toBe(false)
  expect(await find(invitation.id)).toEqual({
    id: invitation.id,
    email: null,
    state: 'open',
    createdBy: operator.username,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + 7 * dayMs).toISOString(),
    acceptedBy: null,
  })
  expect(await (await check(token)).json()).toEqual({ email: null })
  const guest = newCredentials()
  const visitor = newVisitor()
  expect((await visitor.post(apiPaths.register, { ...guest, invitation: token })).status).toBe(201)
  expect(await asMember(visitor, guest).user()).toMatchObject({
    username: guest.username,
    isEmailVerified: false,
  })
  expect(await find(invitation.id)).toMatchObject({ state: 'accepted', acceptedBy: guest.username })
  await expectError(await accept(token), 'invitation-invalid')
  await expectError(await check(token), 'invitation-invalid')
  expect((await operator.audit()).slice(0, 2)).toEqual([
    `${guest.username} accepted an invitation from ${operator.username}.`,
    `${operator.username} created an invitation link.`,
  ])
})

test('invitation: stores only hashes of its tokens', async () => {
  const { token } = await invite()
  const rows = await runSql(filesmith.databaseUrl, 'select * from invitations')
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('invitation: bound to an address, only that address can accept it', async () => {
  const { token } = await invite({ email: 'Grace@Example.org' })
  expect(await (await check(token)).json()).toEqual({ email: 'Grace@Example.org' })
  await expectError(await accept(token), 'invitation-other-email')
  expect((await accept(token, { ...newCredentials(), email: 'grace@example.org' })).status).toBe(201)
})

test('invitation: of concurrent requests, one creates an account', async () => {
  const { token } = await invite()
  const guests = Array.from({ length: 6 }, newCredentials)
  const replies = await Promise.all(guests.map(guest => accept(token, guest)))
  expect(replies.map(reply => reply.status).toSorted()).toEqual([201, 410, 410, 410, 410, 410])
  const names = guests.map(guest => guest.username)
  const created = await runSql(filesmith.databaseUrl, 'select id from users where username = any($1)', [
    names,
  ])
  expect(created).toHaveLength(1)
})

test('invitation: a rejected registration does not consume it', async () => {
  const { token } = await invite()
  const weak = { ...newCredentials(), password: 'Password123!' }
  await expectError(await accept(token, weak), 'password-guessable')
  const taken = { ...newCredentials(), username: operator.username }
  await expectError(await accept(token, taken), 'username-taken')
  // The same reply as on a site where everyone can sign up (user enumeration).
  const known = { ...newCredentials(), email: operator.email }
  await expectError(await accept(token, known), 'account-exists')
  expect((await accept(token)).status).toBe(201)
})

test('invitation: stops working when it expires', async () => {
  const { invitation, token } = await invite({ days: 1 })
  const before = now
  now = new Date(now.getTime() + dayMs)
  await expectError(await check(token), 'invitation-invalid')
  await expectError(await accept(token), 'invitation-invalid')
  now = before
  await runSql(filesmith.databaseUrl, 'update invitations set expires_at = created_at where id = $1', [
    invitation.id,
  ])
  expect(await find(invitation.id)).toMatchObject({ state: 'expired', acceptedBy: null })
})

test('invitation: a revoked one stops working; an accepted or unknown one cannot be revoked', async () => {
  const { invitation, token } = await invite({ email: 'mallory@example.org' })
  expect((await revoke(invitation.id)).status).toBe(204)
  expect((await operator.audit())[0]).toBe(
    `${operator.username} revoked the invitation of mallory@example.org.`,
  )
  await expectError(await accept(token), 'invitation-invalid')
  expect(await find(invitation.id)).toBeUndefined()
  const accepted = await invite()
  expect((await accept(accepted.token)).status).toBe(201)
  for (const id of [invitation.id, accepted.invitation.id, randomUUID(), 'x'])
    await expectError(await revoke(id), 'invitation-not-found')
})

test('invitation: is mailed to its address, with another link to the same invitation', async () => {
  const { invitation, token, isMailed } = await invite({ email: 'linus@example.org' })
  expect(isMailed).toBe(true)
  await expect
    .poll(() => mailServer.mails.filter(mail => mail.to.includes('linus@example.org')), { timeout: 20_000 })
    .toHaveLength(1)
  const mail = mailServer.mails.find(({ to }) => to.includes('linus@example.org'))
  const text = (mail?.source ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=')
  expect(text).toContain(`${operator.username} invites you`)
  const mailed = /invitation\?token=([\w-]{43})/.exec(text)?.[1] ?? ''
  expect(mailed).not.toBe(token)
  // The queue stores no token either.
  const jobs = await runSql(filesmith.databaseUrl, `select payload from jobs where queue = 'send-mail'`)
  expect(JSON.stringify(jobs)).not.toMatch(/token/)
  const guest = { ...newCredentials(), email: 'linus@example.org' }
  expect((await accept(mailed, guest)).status).toBe(201)
  await expectError(await accept(token, { ...newCredentials(), email: guest.email }), 'invitation-invalid')
  expect(await find(invitation.id)).toMatchObject({ state: 'accepted', acceptedBy: guest.username })
})

test('invitation: is deleted with the account that accepted it', async () => {
  const { invitation, token } = await invite()
  const guest = newCredentials()
  const visitor = newVisitor()
  await visitor.post(apiPaths.register, { ...guest, invitation: token })
  expect((await visitor.fetch(apiPaths.user, { method: 'DELETE' })).status).toBe(204)
  expect(await find(invitation.id)).toBeUndefined()
})

test.each([
  [{ email: 'not-an-address' }],
  [{ email: 'a@example.org\r\nbcc: b@example.org' }],
  [{ days: 0 }],
  [{ days: 91 }],
  [{ days: 1.5 }],
  [{ plan: 'pro' }],
])('invitation: rejects %j and creates nothing', async body => {
  const before = await list()
  await expectError(await create(body), 'invalid-request')
  expect(await list()).toEqual(before)
})

test('invitations: only operators can list, create and revoke them', async () => {
  const { token, invitation } = await invite()
  const guest = newVisitor()
  await guest.post(apiPaths.register, { ...newCredentials(), invitation: token })
  for (const [visitor, code] of [
    [newVisitor(), 'not-signed-in'],
    [guest, 'not-an-operator'],
  ] as const) {
    await expectError(await visitor.fetch(apiPaths.adminInvitations), code)
    await expectError(await visitor.post(apiPaths.adminInvitations, {}), code)
    const path = apiPaths.adminInvitation(invitation.id)
    await expectError(await visitor.fetch(path, { method: 'DELETE' }), code)
  }
})

test('invitations: are listed in pages, newest first', async () => {
  await runSql(
    filesmith.databaseUrl,
    `insert into invitations (id, token_hash, created_by, created_at, expires_at)
     select gen_random_uuid(), 'hash ' || n, 'ada', now() - n * interval '1 day', now() + interval '1 day'
     from generate_series(1, 60) n`,
  )
  const first = await operator.json<AdminInvitationPage>(apiPaths.adminInvitations)
  const second = await operator.json<AdminInvitationPage>(`${apiPaths.adminInvitations}?before=${first.next}`)
  const dates = [...first.invitations, ...second.invitations].map(({ createdAt }) => createdAt)
  expect(first.invitations).toHaveLength(50)
  expect(second.next).toBeNull()
  expect(dates).toEqual(dates.toSorted().toReversed())
  expect(new Set([...first.invitations, ...second.invitations].map(({ id }) => id)).size).toBe(dates.length)
})

test('admin invite: prints a link that works, and add creates an account without one', async () => {
  const env = {
    DATABASE_URL: filesmith.databaseUrl,
    SIGN_UP: 'invite',
    PUBLIC_URL: 'http://files.example.org',
  }
  const admin = (args: readonly string[], typed = '', more = {}) =>
    runAdmin(filesmith.settings.DATA_DIR, args, typed, { ...env, ...more })
  const link = await admin(['invite', 'ken@example.org', '--days', '3'])
  expect(link).toMatch(/^http:\/\/files\.example\.org\/invitation\?token=/)
  expect((await accept(tokenOf(link), { ...newCredentials(), email: 'ken@example.org' })).status).toBe(201)
  expect(await operator.audit()).toContain('A command-line user invited ken@example.org.')
  const { username, email, password } = newCredentials()
  expect(await admin(['add', username, email], password)).toBe(`${username} was created.`)
  const visitor = newVisitor()
  expect((await visitor.post(apiPaths.login, { username, password })).status).toBe(200)
  expect(await asMember(visitor, { username, email, password }).user()).not.toHaveProperty('isOperator')
  await expect(admin(['invite', 'ken'])).rejects.toThrow(/ended with 2: .*valid email/s)
  await expect(admin(['invite', '--days', 'many'])).rejects.toThrow(/ended with 2/)
  await expect(admin(['invite'], '', { SIGN_UP: 'closed' })).rejects.toThrow(/Invitations are off/)
}, 120_000)
