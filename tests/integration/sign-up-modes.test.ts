/** SIGN_UP: who can create an account with a password or an identity provider. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { CreatedInvitation } from '@filesmith/contract/schemas/admin'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import {
  startIdentityProviderServer,
  type TestIdentityProviderServer,
} from '../support/identity-provider-server.ts'
import { newCredentials, runSql } from '../support/member.ts'
import { type Operator, setUpOperator, tokenOf } from '../support/operator.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

const publicUrl = 'https://files.example.org'

let provider: TestIdentityProviderServer
beforeAll(async () => {
  provider = await startIdentityProviderServer()
})
afterAll(() => provider.close())

describe.each([
  { settings: {}, signUp: 'open', refusal: undefined },
  { settings: { INSTANCE: 'private' }, signUp: 'invite', refusal: 'sign-up-by-invitation' },
  { settings: { INSTANCE: 'private', SIGN_UP: 'open' }, signUp: 'open', refusal: undefined },
  { settings: { SIGN_UP: 'invite' }, signUp: 'invite', refusal: 'sign-up-by-invitation' },
  { settings: { SIGN_UP: 'closed' }, signUp: 'closed', refusal: 'sign-up-closed' },
] as const)('$settings', ({ settings, signUp, refusal }) => {
  let filesmith: TestFilesmith
  let operator: Operator
  let lastId = 0
  beforeAll(async () => {
    filesmith = await startFilesmith(
      { ...settings, ...provider.env, PUBLIC_URL: publicUrl },
      { hasWorker: false },
    )
    operator = await setUpOperator(filesmith)
  })
  afterAll(() => filesmith.stop())

  const newVisitor = () => createVisitor(filesmith.baseUrl)
  const countUsers = async () =>
    Number((await runSql<{ count: string }>(filesmith.databaseUrl, 'select count(*) from users'))[0]?.count)

  function newPerson(email = newCredentials().email) {
    lastId += 1
    provider.setPerson({ id: lastId, email, isEmailVerified: true, name: 'Ada Love', login: `ada${lastId}` })
    return { email }
  }

  /** Returns the page that the sign-in ends on. */
  async function signInWith(id: 'google' | 'github', invitation?: string): Promise<string> {
    const visitor = newVisitor()
    const locationOf = (response: Response) => response.headers.get('location') ?? ''
    const query = invitation === undefined ? '' : `?${new URLSearchParams({ invitation })}`
    const start = await visitor.fetch(apiPaths.signInWith(id) + query, { redirect: 'manual' })
    const back = new URL(locationOf(await fetch(locationOf(start), { redirect: 'manual' })))
    return locationOf(await visitor.fetch(back.pathname + back.search, { redirect: 'manual' }))
  }

  test('capabilities: say who can sign up', async () => {
    expect(await newVisitor().json(apiPaths.capabilities)).toMatchObject({ signUp, access: 'open' })
  })

  test('registration: is possible only where sign-up is open', async () => {
    const before = await countUsers()
    const reply = await newVisitor().post(apiPaths.register, newCredentials())
    if (refusal) await expectError(reply, refusal)
    else expect(reply.status).toBe(201)
    expect(await countUsers()).toBe(before + (refusal ? 0 : 1))
  })

  test('registration: the refusal does not reveal accounts', async () => {
    if (!refusal) return
    const { username, email } = operator
    await expectError(await newVisitor().post(apiPaths.register, { ...newCredentials(), username }), refusal)
    await expectError(await newVisitor().post(apiPaths.register, { ...newCredentials(), email }), refusal)
  })

  test.each(['google', 'github'] as const)('%s: creates an account only where sign-up is open', async id => {
    newPerson()
    const before = await countUsers()
    expect(await signInWith(id)).toBe(refusal ? `/sign-in?failed=${refusal}&provider=${id}` : '/')
    expect(await countUsers()).toBe(before + (refusal ? 0 : 1))
  })

  test('github: signs in to an existing account in every mode', async () => {
    await runSql(filesmith.databaseUrl, 'update users set email_verified_at = now() where username = $1', [
      operator.username,
    ])
    newPerson(operator.email)
    const before = await countUsers()
    expect(await signInWith('github')).toBe('/')
    expect(await countUsers()).toBe(before)
  })

  test('invitations: can be created and used with SIGN_UP=invite only', async () => {
    const created = await operator.post(apiPaths.adminInvitations, {})
    if (signUp !== 'invite') {
      await expectError(created, 'invitations-off')
      await expectError(await newVisitor().post(apiPaths.invitation, { token: 'x' }), 'invitation-invalid')
      return
    }
    const token = tokenOf(((await created.json()) as CreatedInvitation).link)
    newPerson()
    expect(await signInWith('github', 'x')).toBe('/sign-in?failed=invitation-invalid&provider=github')
    expect(await signInWith('github', token)).toBe('/')
    newPerson()
    expect(await signInWith('google', token)).toBe('/sign-in?failed=invitation-invalid&provider=google')
    const bound = await operator.post(apiPaths.adminInvitations, { email: 'grace@example.org' })
    const boundToken = tokenOf(((await bound.json()) as CreatedInvitation).link)
    expect(await signInWith('google', boundToken)).toBe(
      '/sign-in?failed=invitation-other-email&provider=google',
    )
  })
})

test('registration: invitations that do not exist count as attempts of the network', async () => {
  const filesmith = await startFilesmith(
    { SIGN_UP: 'invite', REGISTRATIONS_PER_HOUR: '2', ATTEMPTS_PER_NETWORK: '2' },
    { hasWorker: false },
  )
  try {
    const visitor = createVisitor(filesmith.baseUrl)
    const guess = () => visitor.post(apiPaths.register, { ...newCredentials(), invitation: 'x' })
    const check = () => visitor.post(apiPaths.invitation, { token: 'x' })
    for (const call of [guess, check]) {
      await expectError(await call(), 'invitation-invalid')
      await expectError(await call(), 'invitation-invalid')
      await expectError(await call(), 'too-many-attempts')
    }
  } finally {
    await filesmith.stop()
  }
})

test('SIGN_UP, ACCESS: an unknown value prevents the start', async () => {
  await expect(startFilesmith({ SIGN_UP: 'maybe' })).rejects.toThrow(/^SIGN_UP: /)
  await expect(startFilesmith({ ACCESS: 'closed' })).rejects.toThrow(/^ACCESS: /)
})
