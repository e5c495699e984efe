/** The mail queue on a real PostgreSQL with the mail worker and a real SMTP server. */

import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { activityTracker } from '../../packages/server/src/activity-tracker.ts'
import { createPdfkitInvoiceWriter } from '../../packages/server/src/adapters/invoice-pdf/pdfkit-invoice-writer.ts'
import { noopTracer, noopWorkerMetrics } from '../../packages/server/src/adapters/noop/noop.ts'
import { openMailSender } from '../../packages/server/src/compose-worker.ts'
import { readSettings } from '../../packages/server/src/config.ts'
import { createAccountStore } from '../../packages/server/src/database/account-store.ts'
import type { BillingStore } from '../../packages/server/src/database/billing-store.ts'
import { createBillingStore } from '../../packages/server/src/database/billing-store.ts'
import { createChatStore } from '../../packages/server/src/database/chat-store.ts'
import { createContactStore } from '../../packages/server/src/database/contact-store.ts'
import { type Database, openDatabase, prepareDatabase } from '../../packages/server/src/database/database.ts'
import { createInvitationStore } from '../../packages/server/src/database/invitation-store.ts'
import { paidInvoice } from '../../packages/server/src/database/paid-invoice.fixture.ts'
import { createPostgresJobQueue } from '../../packages/server/src/database/postgres-job-queue.ts'
import { openPostgresNotifications } from '../../packages/server/src/database/postgres-notifications.ts'
import { createTokenStore } from '../../packages/server/src/database/token-store.ts'
import { hashToken } from '../../packages/server/src/domain/accounts/make-token.ts'
import { createIsolation } from '../../packages/server/src/isolate-job.ts'
import { createLog } from '../../packages/server/src/log.ts'
import type { ClaimedJob, JobQueue } from '../../packages/server/src/ports/job-queue.ts'
import type { MailJob } from '../../packages/server/src/ports/mail.ts'
import type { Notifications } from '../../packages/server/src/ports/notifications.ts'
import { runQueues } from '../../packages/server/src/worker/run-queues.ts'
import { type SendMailsDeps, sendMail } from '../../packages/server/src/worker/send-mails.ts'
import { createReadyDatabase } from '../support/create-database.ts'
import { startMailServer, type TestMailServer } from '../support/mail-server.ts'
import { waitUntil } from '../support/wait-until.ts'

const publicUrl = 'https://files.example.org'
const notice: MailJob = {
  kind: 'notice',
  notice: 'password-changed',
  email: 'anna@example.org',
  username: 'anna',
}

let database: Database
let jobQueue: JobQueue
let notifications: Notifications
const addMail = (payload: MailJob) => jobQueue.enqueue({ id: randomUUID(), queue: 'send-mail', payload })
let billing: BillingStore
let services: Omit<SendMailsDeps, 'sender'>
let closeAll: () => Promise<void>
let server: TestMailServer
let mailing: { stop(): Promise<void> } | undefined
let lines: string[] = []
const log = createLog('debug', 'test', { write: line => lines.push(line) })

beforeAll(async () => {
  const testDatabase = await createReadyDatabase()
  const { url } = testDatabase
  database = await openDatabase({ url, maxConnections: 10, applicationName: 'test', log })
  await prepareDatabase(database.pool)
  const listening = await openPostgresNotifications(database, url, log)
  notifications = listening
  jobQueue = createPostgresJobQueue(database)
  billing = createBillingStore(database)
  const accounts = createAccountStore(database)
  await accounts.insert({
    id: 'u_anna',
    username: 'anna',
    email: 'anna@example.org',
    emailVerifiedAt: null,
    passwordHash: null,
    createdAt: new Date(),
  })
  services = {
    now: () => new Date(),
    accounts,
    tokens: createTokenStore(database),
    invitations: createInvitationStore(database),
    contacts: createContactStore(database),
    chats: createChatStore(database),
    billing,
    invoices: createPdfkitInvoiceWriter(),
    invoiceFrom: ['Filesmith GmbH', 'Musterstraße 12'],
    metrics: noopWorkerMetrics,
    tracer: noopTracer,
    supportEmail: 'support@files.example.org',
    publicUrl,
    log,
  }
  closeAll = async () => {
    await listening.close()
    await database.close()
    await testDatabase.drop()
  }
})
afterAll(() => closeAll())

beforeEach(async () => {
  await database.pool.query('delete from jobs; delete from account_tokens')
  lines = []
  server = await startMailServer()
})
afterEach(async () => {
  await mailing?.stop()
  mailing = undefined
  await server.close()
})

async function startWorker(url = server.url): Promise<void> {
  const settings = readSettings({ SMTP_URL: url, PUBLIC_URL: publicUrl })
  const sender = await openMailSender(settings, log)
  const loop = runQueues(
    {
      jobQueue,
      notifications,
      log,
      activity: activityTracker,
      engineIds: [],
      runIsolated: createIsolation(settings, 'test'),
    },
    { 'send-mail': { slots: 1, run: job => sendMail({ ...services, sender }, job) } },
  )
  mailing = {
    async stop() {
      sender.close()
      await loop.stop(AbortSignal.abort())
    },
  }
}

const claimMail = () => jobQueue.claim('send-mail', [])

async function claim(): Promise<ClaimedJob<'send-mail'>> {
  const claimed = await claimMail()
  if (!claimed) throw new Error('the queue is empty')
  return claimed
}

interface Row {
  readonly state: string
  readonly attempt: number
  readonly pause: number
}

async function rows(): Promise<Row[]> {
  const sql = `select state, attempt, extract(epoch from due_at - now())::float8 as pause from jobs where queue = 'send-mail'`
  return (await database.pool.query<Row>(sql)).rows
}

const untilRows = (matches: (found: Row[]) => boolean) =>
  waitUntil('the mail queue to reach the expected state', async () => matches(await rows()), {
    timeoutMs: 30_000,
    intervalMs: 20,
  })

const endPause = () => database.pool.query('update jobs set due_at = now()')

test('claim: concurrent claims get a mail once, and complete removes it', async () => {
  await addMail(notice)
  const claims = await Promise.all(Array.from({ length: 8 }, () => claimMail()))
  const [claimed, ...others] = claims.filter(found => found !== undefined)
  expect([claimed?.payload, others]).toEqual([notice, []])
  if (claimed) await jobQueue.complete(claimed)
  expect(await rows()).toEqual([])
})

test('retry: retries for about an hour with exponential backoff, then drops the mail', async () => {
  await addMail(notice)
  const pauses: number[] = []
  for (;;) {
    const claimed = await claim()
    expect(claimed.payload).toEqual(notice)
    await jobQueue.retry(claimed)
    const [row] = await rows()
    if (!row) break
    expect([row.state, claimed.isLastAttempt]).toEqual(['waiting', false])
    pauses.push(row.pause)
    await endPause()
  }
  expect(pauses).toHaveLength(8)
  for (const [index, pause] of pauses.entries()) {
    const minimumSeconds = 10 * 2 ** index
    // Slightly below the minimum, because time has passed since.
    expect(pause).toBeGreaterThan(minimumSeconds * 0.5)
    expect(pause).toBeLessThanOrEqual(minimumSeconds * 2)
  }
  const minutes = pauses.reduce((sum, pause) => sum + pause, 0) / 60
  expect(minutes).toBeGreaterThan(30)
  expect(minutes).toBeLessThan(90)
})

test('claim: drops an invalid job without logging it, and claims the next', async () => {
  await addMail(notice)
  await database.pool.query(
    `update jobs set payload = '{"kind": "unknown-kind", "email": "eve@example.org"}'`,
  )
  await addMail(notice)
  const failure: unknown = await claimMail().catch(error => error)
  expect(failure).toMatchObject({ code: 'internal' })
  log.warn({ err: failure }, 'claim failed')
  expect(lines.join('')).not.toContain('eve@')
  expect((await claim()).payload).toEqual(notice)
})

test('PWD-03 mail worker: sends a link to /reset-password whose token is stored as a hash only', async () => {
  await startWorker()
  await addMail({ kind: 'reset-password', email: 'ANNA@example.org' })
  const [mail] = await server.received(1)
  expect(mail?.to).toEqual(['anna@example.org'])
  const source = mail?.source.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? ''
  expect(source).toMatch(/^Subject: Reset your Filesmith password\r$/m)
  const [, token = ''] =
    /https:\/\/files\.example\.org\/reset-password\?token=([\w-]{43})\r\n/.exec(source) ?? []
  const stored = await database.pool.query('select token_hash, account_id, purpose from account_tokens')
  expect(stored.rows).toEqual([
    { token_hash: hashToken(token), account_id: 'u_anna', purpose: 'reset-password' },
  ])
  await untilRows(found => found.length === 0)
})

test('ACC-03 mail worker: sends the confirmation link to the new address', async () => {
  await startWorker()
  await addMail({
    kind: 'verify-email',
    accountId: 'u_anna',
    email: 'new@example.org',
    credentialVersion: 0,
  })
  const [mail] = await server.received(1)
  expect(mail?.to).toEqual(['new@example.org'])
  expect(mail?.source).toMatch(/^Subject: Confirm your new email address for Filesmith\r$/m)
})

test('PAY-09 mail worker: attaches the invoice PDF to the receipt', async () => {
  await startWorker()
  await billing.change('u_anna', async transaction => {
    const accountId = 'u_anna'
    const added = await transaction.insertInvoice({ ...paidInvoice, accountId, provider: 'test' })
    const date = paidInvoice.periodEnd.toISOString()
    const { plan, amount } = paidInvoice
    const invoiceId = added?.id ?? null
    await transaction.queueMail({
      kind: 'billing',
      notice: 'receipt',
      accountId,
      plan,
      amount,
      date,
      invoiceId,
    })
  })
  const [mail] = await server.received(1)
  expect(mail?.to).toEqual(['anna@example.org'])
  expect(mail?.source).toMatch(/^Subject: Test mode: Your receipt for Filesmith Basic\r$/m)
  const [, name, encoded = ''] = /filename=(\S+)\r\n\r\n((?:[\w+/=]+\r\n)+)/.exec(mail?.source ?? '') ?? []
  expect(name).toBe('Filesmith-invoice-FS-2026-000001.pdf')
  const pdf = Buffer.from(encoded, 'base64').toString('latin1')
  expect(pdf).toMatch(/^%PDF-1\.7[\s\S]+%%EOF\s*$/)
  expect(pdf).toContain('(Invoice FS-2026-000001)')
  await untilRows(found => found.length === 0)
})

test('mail worker: sends mails that were queued before it started', async () => {
  for (let count = 0; count < 5; count += 1) await addMail(notice)
  await startWorker()
  expect(await server.received(5)).toHaveLength(5)
})

test.each([
  [451, 'greylisted, <anna@example.org> please try later'],
  [550, 'anna@example.org does not exist'],
])(
  'mail worker: retries a mail rejected with %i, sends it once, and logs no address',
  async (code, words) => {
    server.refuse(2, { code, words })
    await startWorker()
    await addMail(notice)
    for (const offers of [1, 2]) {
      await untilRows(
        ([row]) => row?.state === 'waiting' && row.attempt === offers && server.offeredCount() === offers,
      )
      await endPause()
    }
    await server.received(1)
    await untilRows(found => found.length === 0)
    expect([server.mails.length, server.offeredCount()]).toEqual([1, 3])
    expect(lines.join('')).toContain('mail failed, retrying')
    expect(lines.join('')).not.toMatch(/anna|example\.org/)
  },
)

test('mail worker: an unreachable mail server loses no mail', async () => {
  const { url } = server
  await server.close()
  await startWorker(url)
  await addMail(notice)
  await untilRows(([row]) => row?.state === 'waiting' && row.attempt > 0)
  await mailing?.stop()
  server = await startMailServer()
  await startWorker()
  await endPause()
  expect(await server.received(1)).toHaveLength(1)
})

test('mail worker: a stalled mail server does not delay the shutdown, and the mail stays queued', async () => {
  const isOffered = server.hold()
  await startWorker()
  await addMail(notice)
  await isOffered
  await mailing?.stop()
  mailing = undefined
  expect((await rows()).map(({ state, attempt }) => [state, attempt])).toEqual([['waiting', 1]])
})
