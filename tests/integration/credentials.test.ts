/** Checks credential rules against tables and routes: a new kind of credential without rules fails here. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { credentialRules } from '../../packages/server/src/domain/accounts/change-credentials.ts'
import { timeStepAt, totpCode } from '../../packages/server/src/domain/accounts/two-step.ts'
import { composeMail } from '../../packages/server/src/domain/mails/compose-mail.ts'
import { credentialKinds } from '../../packages/server/src/ports/credentials.ts'
import type { MailNotice } from '../../packages/server/src/ports/mail.ts'
import { createApiMember } from '../support/api-client.ts'
import { expectError } from '../support/expect-error.ts'
import {
  startIdentityProviderServer,
  type TestIdentityProviderServer,
} from '../support/identity-provider-server.ts'
import { receiveMail } from '../support/mailbox.ts'
import { type Member, makeSessionsStale, runSql } from '../support/member.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'

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

const sql = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  runSql<Row>(filesmith.databaseUrl, text, values)

/** Tables and columns of an account that are not credentials. */
const otherTables = [
  'billing_revisions',
  'chat_messages',
  'chats',
  'invitations',
  'checkouts',
  'contact_messages',
  'customers',
  'idempotent_calls',
  'invoices',
  'payment_actions',
  'pipelines',
  'subscriptions',
  'test_payments',
]
const otherUserColumns = [
  'created_at',
  'credential_version',
  'email',
  'email_key',
  'email_verified_at',
  'granted_plan',
  'granted_until',
  'group_operator_since',
  'group_plan',
  'id',
  'operator_since',
  'suspended_at',
  'two_step_used',
  'username',
  'username_key',
]

const storedIn = credentialKinds.map(kind => credentialRules[kind].storedIn)

test('credentials: every table of an account is a credential or listed as another table', async () => {
  const found = await sql<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'account_id'
     union
     select conrelid::regclass::text from pg_constraint where contype = 'f' and confrelid = 'users'::regclass`,
  )
  const credentialTables = storedIn.flatMap(stored => ('table' in stored ? [stored.table] : []))
  expect(found.map(({ name }) => name).sort()).toEqual([...credentialTables, ...otherTables].sort())
})

test('credentials: every column of users is part of a credential or listed as another column', async () => {
  const found = await sql<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = 'users'`,
  )
  const credentialColumns = storedIn.flatMap(stored => ('userColumns' in stored ? stored.userColumns : []))
  expect(found.map(({ name }) => name).sort()).toEqual([...credentialColumns, ...otherUserColumns].sort())
})

const addingRoutes = credentialKinds.flatMap(kind => {
  const { adding } = credentialRules[kind]
  return 'routes' in adding ? adding.routes.map(route => ({ kind, route, notice: adding.notice })) : []
})

/** State-changing account routes that add no credential, with the re-authentication they require, or null. */
const otherRoutes: Readonly<Record<string, 'fresh' | 'fresh-or-password' | null>> = {
  // These authenticate, or start to.
  'POST /api/auth/login': null,
  'POST /api/auth/login/code': null,
  'POST /api/auth/register': null,
  'POST /api/auth/logout': null,
  'POST /api/auth/forgot-password': null,
  'POST /api/auth/reset-password': null,
  'POST /api/auth/verify-email': null,
  'POST /api/auth/proof': null,
  'POST /api/auth/proof/:provider': null,
  'POST /api/user/email/link': null,
  // These change or remove credentials, the account or other data.
  'POST /api/auth/change-password': 'fresh-or-password',
  'POST /api/user/email': 'fresh-or-password',
  'POST /api/user/username': 'fresh-or-password',
  'POST /api/user/two-step/off': 'fresh-or-password',
  'DELETE /api/user': 'fresh',
  'DELETE /api/user/sessions': 'fresh',
  'DELETE /api/user/sessions/:id': 'fresh',
  'DELETE /api/user/connections/:provider': 'fresh',
  'DELETE /api/user/api-keys/:id': 'fresh',
  'PATCH /api/admin/users/:id': 'fresh-or-password',
  'DELETE /api/admin/users/:id': 'fresh',
  'PATCH /api/admin/messages/:id': null,
  'PUT /api/admin/engines/:engine': null,
  'POST /api/admin/invitations': null,
  'DELETE /api/admin/invitations/:id': null,
  'POST /api/auth/invitation': null,
  'POST /api/admin/chats/:id/messages': null,
  'POST /api/admin/chats/:id/read': null,
  'POST /api/user/chat/messages': null,
  'POST /api/user/chat/read': null,
  // Authenticated by API key.
  'DELETE /api/v1/webhooks/:id': null,
  'POST /api/v1/webhooks/:id/test': null,
}

test('routes: every state-changing account route is classified with the re-authentication it declares', () => {
  const areas = /^\/api\/(auth|user|admin|v1\/webhooks)(\/|$)/
  const declared = filesmith.declaredRoutes.filter(
    ({ method, url }) => areas.test(url) && !['GET', 'HEAD', 'OPTIONS'].includes(method),
  )
  const found = Object.fromEntries(declared.map(({ method, url, proof }) => [`${method} ${url}`, proof]))
  const adding = Object.fromEntries(addingRoutes.map(({ route }) => [route, found[route]]))
  expect(found).toEqual({ ...otherRoutes, ...adding })
})

test.each(addingRoutes)('$route: requires a confirmed address and re-authentication', ({ route }) => {
  const declared = filesmith.declaredRoutes.find(({ method, url }) => `${method} ${url}` === route)
  expect(declared?.needsConfirmedEmail).toBe(true)
  // An API key was itself created after re-authentication.
  if (declared?.access !== 'key') expect(declared?.proof).toMatch(/^fresh/)
})

interface Caller {
  readonly member: Member
  /** Authenticates with the API key instead of the session. */
  readonly post: (path: string, body: unknown) => Promise<Response>
}

async function beginTwoStep({ member }: Caller): Promise<string> {
  const reply = await member.post(apiPaths.twoStep, { password: member.password })
  return ((await reply.json()) as { secret: string }).secret
}

async function turnTwoStepOn(caller: Caller): Promise<Response> {
  const secret = await beginTwoStep(caller)
  return caller.member.post(apiPaths.twoStepConfirm, { code: totpCode(secret, timeStepAt(new Date())) })
}

async function connectGithub({ member }: Caller): Promise<Response> {
  provider.setPerson({ id: Math.floor(Math.random() * 1e9), email: member.email, login: member.username })
  const begun = await member.post(apiPaths.connection('github'))
  if (!begun.ok) return begun
  const { url } = (await begun.json()) as { url: string }
  const back = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '')
  return member.fetch(back.pathname + back.search, { redirect: 'manual' })
}

interface Addition {
  /** Runs while the address is confirmed and the session fresh. */
  readonly prepare?: (caller: Caller) => Promise<unknown>
  readonly add: (caller: Caller) => Promise<Response>
  /** False for intermediate steps, which send no mail. */
  readonly isNoticed: boolean
}

const additions: Readonly<Record<string, Addition>> = {
  'POST /api/user/connections/:provider': { add: connectGithub, isNoticed: true },
  'POST /api/user/api-keys': {
    add: ({ member }) => member.post(apiPaths.apiKeys, { name: 'Another', scopes: ['jobs:read'] }),
    isNoticed: true,
  },
  'POST /api/v1/webhooks': {
    add: ({ post }) =>
      post(apiPaths.v1Webhooks, { url: 'https://hooks.example.org/', events: ['job.succeeded'] }),
    isNoticed: true,
  },
  'POST /api/user/two-step': { add: ({ member }) => member.post(apiPaths.twoStep, {}), isNoticed: false },
  'POST /api/user/two-step/confirm': { add: turnTwoStepOn, isNoticed: true },
  'POST /api/user/two-step/recovery-codes': {
    prepare: turnTwoStepOn,
    add: ({ member }) => member.post(apiPaths.recoveryCodes, {}),
    isNoticed: true,
  },
}

async function newCaller(addition: Addition): Promise<Caller> {
  const { member, client } = await createApiMember(filesmith)
  const caller = { member, post: client.post }
  await addition.prepare?.(caller)
  return caller
}

function additionOf(route: string): Addition {
  const addition = additions[route]
  if (!addition) throw new Error(`no test adds a credential by ${route}`)
  return addition
}

test.each(addingRoutes)('$route: rejected while the address is unconfirmed', async ({ route }) => {
  const addition = additionOf(route)
  const caller = await newCaller(addition)
  await sql('update users set email_verified_at = null where username = $1', [caller.member.username])
  const direct = route.endsWith('/confirm')
    ? await caller.member.post(apiPaths.twoStepConfirm, { code: '123456' })
    : await addition.add(caller)
  await expectError(direct, 'email-unconfirmed')
})

test.each(addingRoutes.filter(({ route }) => !route.includes('/api/v1/')))(
  '$route: rejected in a session without recent re-authentication',
  async ({ route }) => {
    const addition = additionOf(route)
    const caller = await newCaller(addition)
    await makeSessionsStale(filesmith, caller.member)
    const reply = route.endsWith('/confirm')
      ? await caller.member.post(apiPaths.twoStepConfirm, { code: '123456' })
      : await addition.add(caller)
    await expectError(reply, 'proof-needed')
    // A session of an older version, without a time of re-authentication.
    await sql(
      'update sessions set proved_at = null where account_id = (select id from users where username = $1)',
      [caller.member.username],
    )
    const older = route.endsWith('/confirm')
      ? await caller.member.post(apiPaths.twoStepConfirm, { code: '123456' })
      : await addition.add(caller)
    await expectError(older, 'proof-needed')
  },
)

const subjectOf = (notice: MailNotice) =>
  composeMail({ kind: 'notice', notice, to: 'a@example.org', username: 'a' }, 'https://files.example.org')
    .subject

test.each(addingRoutes)('$route: adds a $kind and mails its owner', async ({ route, notice }) => {
  const addition = additionOf(route)
  const caller = await newCaller(addition)
  const reply = await addition.add(caller)
  expect(reply.status).toBeLessThan(400)
  if (addition.isNoticed)
    await receiveMail(filesmith.settings.DATA_DIR, caller.member.email, new RegExp(`^${subjectOf(notice)}$`))
})
