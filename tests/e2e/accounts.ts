/** Accounts for browser tests: made through the API, so that a test begins where it has something to say. */
import type { PlanId } from '@filesmith/contract/plans'
import { expect, type Page } from '@playwright/test'
import { startEmbeddedPostgres } from '../../packages/server/src/adapters/embedded-postgres/start-embedded-postgres.ts'
import {
  type Credentials,
  confirmEmail,
  makeSessionsStale,
  newCredentials,
  putOnPlan,
  runSql,
} from '../support/member.ts'
import { dataFolder } from './data-folder.ts'

/** The browser of this page is signed in from now on. */
export async function signUp(page: Page, credentials = newCredentials()): Promise<Credentials> {
  const reply = await page.request.post('/api/auth/register', { data: credentials })
  expect(reply.status()).toBe(201)
  return credentials
}

/** An account that the browser is not signed in to. */
export async function makeAccount(page: Page): Promise<Credentials> {
  const credentials = await signUp(page)
  await page.request.post('/api/auth/logout')
  return credentials
}

/** The same with a confirmed address, which adding credentials needs. */
export async function signUpConfirmed(page: Page): Promise<Credentials> {
  const credentials = await signUp(page)
  await withDatabase(databaseUrl => confirmEmail({ databaseUrl }, credentials))
  return credentials
}

/** As if the account had signed in longer ago than a proof counts. */
export async function letProofExpire(credentials: Credentials): Promise<void> {
  await withDatabase(databaseUrl => makeSessionsStale({ databaseUrl }, credentials))
}

/** Signs up, confirms the address and buys, as far as the server can tell. */
export async function beOnPlan(
  page: Page,
  plan: PlanId,
  expiresAt: Date | null = null,
): Promise<Credentials> {
  const credentials = await signUpConfirmed(page)
  await withDatabase(databaseUrl => putOnPlan({ databaseUrl }, credentials, plan, expiresAt))
  return credentials
}

/** As if the account had made this many conversions today, and in this month. */
export async function haveConverted(
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

/** Enters the server's own database for a moment and leaves it again. */
async function withDatabase<Result>(work: (databaseUrl: string) => Promise<Result>): Promise<Result> {
  const silent = { info() {}, warn() {} }
  const database = await startEmbeddedPostgres({ dataDir: dataFolder, log: silent })
  try {
    return await work(database.connectionString)
  } finally {
    await database.stop()
  }
}

/** A toast is announced with both of its texts. */
export async function expectToast(page: Page, title: string, description?: string | RegExp): Promise<void> {
  const toast = page.getByRole('listitem').filter({ hasText: title })
  await expect(toast.getByText(title, { exact: true })).toBeVisible()
  if (description !== undefined) await expect(toast.getByText(description)).toBeVisible()
}
