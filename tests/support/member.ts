/** A visitor with an account, and helpers that register it, confirm its email address and put it on a plan. */
import { randomUUID } from 'node:crypto'
import { apiPaths } from '@filesmith/contract/api-paths'
import type { PlanId } from '@filesmith/contract/plans'
import type { AuthStatus, User } from '@filesmith/contract/schemas/account'
import pg from 'pg'
import type { TestFilesmith } from './start-filesmith.ts'
import { createVisitor, type Visitor } from './visitor.ts'

export interface Credentials {
  readonly username: string
  readonly email: string
  readonly password: string
}

export interface Member extends Visitor, Credentials {
  status(): Promise<AuthStatus>
  user(): Promise<User>
}

export function newCredentials(): Credentials {
  const username = `smith-${randomUUID().slice(0, 8)}`
  return { username, email: `${username}@example.org`, password: 'Ember+Anvil 27' }
}

/** Registers an account; default: new credentials and a new browser. */
export async function createMember(
  baseUrl: string,
  credentials = newCredentials(),
  visitor = createVisitor(baseUrl),
): Promise<Member> {
  const registered = await visitor.post(apiPaths.register, credentials)
  if (registered.status !== 201)
    throw new Error(`registration answered ${registered.status}: ${await registered.text()}`)
  return asMember(visitor, credentials)
}

export function asMember(visitor: Visitor, { username, email, password }: Credentials): Member {
  const status = () => visitor.json<AuthStatus>(apiPaths.authStatus)
  return {
    ...visitor,
    username,
    email,
    password,
    status,
    async user() {
      const { user } = await status()
      if (!user) throw new Error('not signed in')
      return user
    },
  }
}

/** Same effect as opening the link of the first mail. Required before credentials can be added to the account. */
export async function confirmEmail(
  { databaseUrl }: Pick<TestFilesmith, 'databaseUrl'>,
  { username }: Pick<Credentials, 'username'>,
): Promise<void> {
  await runSql(databaseUrl, 'update users set email_verified_at = now() where username = $1', [username])
}

/** A new account with a confirmed email address. */
export async function createConfirmedMember(
  filesmith: Pick<TestFilesmith, 'baseUrl' | 'databaseUrl'>,
): Promise<Member> {
  const member = await createMember(filesmith.baseUrl)
  await confirmEmail(filesmith, member)
  return member
}

/** Ages the last re-authentication of every session of the account beyond its validity. */
export async function makeSessionsStale(
  { databaseUrl }: Pick<TestFilesmith, 'databaseUrl'>,
  { username }: Pick<Credentials, 'username'>,
): Promise<void> {
  await runSql(
    databaseUrl,
    `update sessions set proved_at = now() - interval '10 minutes'
     where account_id = (select id from users where username = $1)`,
    [username],
  )
}

/** Writes the subscription as a payment would. */
export async function putOnPlan(
  { databaseUrl }: Pick<TestFilesmith, 'databaseUrl'>,
  { username }: Pick<Credentials, 'username'>,
  plan: PlanId,
  expiresAt: Date | null = null,
): Promise<void> {
  await runSql(
    databaseUrl,
    `insert into subscriptions (account_id, plan, expires_at)
     select id, $2, $3 from users where username = $1
     on conflict (account_id) do update set plan = excluded.plan, expires_at = excluded.expires_at`,
    [username, plan, expiresAt],
  )
}

export async function runSql<Row extends pg.QueryResultRow>(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
