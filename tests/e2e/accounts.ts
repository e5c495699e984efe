/** Accounts for browser tests, created through the API so that a test starts at the state it needs. */
import { join } from 'node:path'
import type { PlanId } from '@filesmith/contract/plans'
import { expect, type Page } from '@playwright/test'
import { findDatabasePassword } from '../../packages/server/src/adapters/embedded-postgres/database-password.ts'
import { waitUntilReady } from '../../packages/server/src/adapters/embedded-postgres/postmaster.ts'
import {
  connectionString,
  databaseName,
} from '../../packages/server/src/adapters/embedded-postgres/presence.ts'
import {
  type Credentials,
  confirmEmail,
  makeSessionsStale,
  newCredentials,
  putOnPlan,
  runSql,
} from '../support/member.ts'
import { dataFolder } from './data-folder.ts'

/** Signs up and leaves the browser of this page signed in. */
export async function signUp(page: Page, credentials = newCredentials()): Promise<Credentials> {
  const reply = await page.request.post('/api/auth/register', { data: credentials })
  expect(reply.status()).toBe(201)
  return credentials
}

/** Creates an account and signs out again. */
export async function createAccount(page: Page): Promise<Credentials> {
  const credentials = await signUp(page)
  await page.request.post('/api/auth/logout')
  return credentials
}

/** Signs up with a confirmed address, which adding credentials requires. */
export async function signUpConfirmed(page: Page): Promise<Credentials> {
  const credentials = await signUp(page)
  await withDatabase(databaseUrl => confirmEmail({ databaseUrl }, credentials))
  return credentials
}

/** Makes the sessions older than the limit for sensitive actions. */
export async function makeSessionStale(credentials: Credentials): Promise<void> {
  await withDatabase(databaseUrl => makeSessionsStale({ databaseUrl }, credentials))
}

/** Signs up, confirms the address and sets the plan in the database. */
export async function signUpOnPlan(
  page: Page,
  plan: PlanId,
  expiresAt: Date | null = null,
): Promise<Credentials> {
  const credentials = await signUpConfirmed(page)
  await withDatabase(databaseUrl => putOnPlan({ databaseUrl }, credentials, plan, expiresAt))
  return credentials
}

/** Sets the usage of today and of this month. */
export async function setUsage(
  { username }: Credentials,
  used: { today: number; month: number },
): Promise<void> {
  await withDatabase(databaseUrl =>
    runSql(
      databaseUrl,
      `insert into usage_counters (holder, period, starts_on, used)
       select id, 'day', (now() at time zone 'utc')::date, $2::int from users where username = $1 union all
       select id, 'month', date_trunc('month', now() at time zone 'utc')::date, $3::int from users where username = $1
       on conflict (holder, period, starts_on) do update set used = excluded.used`,
      [username, used.today, used.month],
    ),
  )
}

/** The embedded database of the running server; the server outlives the tests, so nothing has to keep it running. */
async function withDatabase<Result>(work: (databaseUrl: string) => Promise<Result>): Promise<Result> {
  const postmaster = await waitUntilReady(join(dataFolder, 'postgres'), Date.now() + 60_000)
  if (!postmaster) throw new Error('the database does not run')
  return work(connectionString(postmaster, databaseName, await findDatabasePassword(dataFolder)))
}

/** Expects a toast with its title and description. */
export async function expectToast(page: Page, title: string, description?: string | RegExp): Promise<void> {
  const toast = page.getByRole('listitem').filter({ hasText: title })
  await expect(toast.getByText(title, { exact: true })).toBeVisible()
  if (description !== undefined) await expect(toast.getByText(description)).toBeVisible()
}
