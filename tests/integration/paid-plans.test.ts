/** Paid plans over HTTP: changes, cancellation, refunds and invoices. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBillingStore } from '../../packages/server/src/database/billing-store.ts'
import { expectError } from '../support/expect-error.ts'
import { createMember, runSql } from '../support/member.ts'
import { openStores } from '../support/open-stores.ts'
import { readZip } from '../support/read-zip.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { beginPayment, billingOf, buy, pay } from '../support/test-payments.ts'

let filesmith: TestFilesmith

beforeAll(async () => {
  filesmith = await startFilesmith({}, { hasWorker: false })
})
afterAll(() => filesmith.stop())

describe('change plan', () => {
  test('from Basic to Pro credits the unused part and takes effect at once', async () => {
    const member = await createMember(filesmith.baseUrl)
    await buy(member, 4.99, 2)
    const begun = await beginPayment(member, 9.99, 3)
    expect(begun.quote).toMatchObject({ kind: 'change', plan: 'pro', price: 999 })
    // The whole price of Basic, except for the elapsed seconds.
    expect(begun.quote.credit).toBeGreaterThanOrEqual(498)
    expect(begun.quote.due).toBe(999 - begun.quote.credit)
    const paymentIntentId = await pay(member, begun)
    const updated = await member.post(apiPaths.subscriptionUpdate, { paymentIntentId, planId: 3 })
    expect(await updated.json()).toEqual({ plan: 'pro' })
    const { subscription, invoices } = await billingOf(member)
    expect(subscription).toMatchObject({ plan: 'pro', status: 'active' })
    expect(invoices.map(({ amount }) => amount)).toEqual([begun.quote.due, 499])
  })

  test('from yearly Pro to monthly Basic costs nothing and keeps the rest as credit', async () => {
    const member = await createMember(filesmith.baseUrl)
    await buy(member, 95.9, 3)
    const begun = await beginPayment(member, 4.99, 2)
    expect(begun).toMatchObject({ clientSecret: null, quote: { kind: 'change', due: 0 } })
    const change = { planId: 2, interval: 'month' }
    expect(await (await member.post(apiPaths.subscriptionChange, change)).json()).toEqual({ plan: 'basic' })
    const { subscription, credit } = await billingOf(member)
    expect(subscription).toMatchObject({ plan: 'basic', interval: 'month', status: 'active' })
    expect(credit).toBe(begun.quote.creditLeft)
    // The remaining credit pays for the next change.
    const next = await beginPayment(member, 9.99, 3)
    expect(next).toMatchObject({ clientSecret: null, quote: { due: 0 } })
  })

  test('a change that costs something requires a payment', async () => {
    const member = await createMember(filesmith.baseUrl)
    await buy(member, 4.99, 2)
    const change = { planId: 3, interval: 'year' }
    await expectError(await member.post(apiPaths.subscriptionChange, change), 'change-needs-payment')
    await expectError(
      await (await createMember(filesmith.baseUrl)).post(apiPaths.subscriptionChange, change),
      'change-needs-payment',
    )
  })
})

describe('cancel and refund', () => {
  test('ALLOW-03 API-19 SUB-09 a canceled plan stays active until the period ends; Free cannot be canceled', async () => {
    const member = await createMember(filesmith.baseUrl)
    const nothing = await member.post(apiPaths.subscriptionCancel)
    expect(nothing.status).toBe(409)
    expect(await nothing.json()).toEqual({
      code: 'nothing-to-cancel',
      message: 'You have no paid subscription to cancel.',
    })
    await buy(member, 4.99, 2)
    const cancelled = await member.post(apiPaths.subscriptionCancel)
    expect(await cancelled.json()).toEqual({ plan: 'basic' })
    const { subscription } = await billingOf(member)
    expect(subscription?.status).toBe('cancelled')
    expect(subscription?.accessUntil).toBe(subscription?.periodEnd)
    expect(await member.user()).toMatchObject({
      subscriptionPlan: 'basic',
      subscription: { status: 'cancelled', expiryDate: subscription?.periodEnd },
    })
    // Canceling is idempotent.
    expect((await member.post(apiPaths.subscriptionCancel)).status).toBe(200)
  })

  test('a canceled plan can be resumed, also through the checkout', async () => {
    const member = await createMember(filesmith.baseUrl)
    await buy(member, 4.99, 2)
    await expectError(await member.post(apiPaths.subscriptionResume), 'nothing-to-resume')
    await member.post(apiPaths.subscriptionCancel)
    expect((await member.post(apiPaths.subscriptionResume)).status).toBe(200)
    expect((await billingOf(member)).subscription?.status).toBe('active')
    await member.post(apiPaths.subscriptionCancel)
    expect(await beginPayment(member, 4.99, 2)).toMatchObject({
      clientSecret: null,
      quote: { kind: 'resume' },
    })
    await member.post(apiPaths.subscriptionChange, { planId: 2, interval: 'month' })
    expect((await billingOf(member)).subscription?.status).toBe('active')
  })

  test('PLAN-25 within 14 days all payments are refunded, once', async () => {
    const member = await createMember(filesmith.baseUrl)
    await expectError(await member.post(apiPaths.subscriptionRefund), 'no-money-back')
    await buy(member, 4.99, 2)
    await buy(member, 9.99, 3)
    expect((await billingOf(member)).subscription?.moneyBackUntil).toEqual(expect.any(String))
    expect(await (await member.post(apiPaths.subscriptionRefund)).json()).toEqual({ plan: 'free' })
    const after = await billingOf(member)
    expect(after.invoices.map(({ status }) => status)).toEqual(['refunded', 'refunded'])
    expect(after.subscription?.status).toBe('ended')
    expect((await member.json<{ plan: string }>(apiPaths.capabilities)).plan).toBe('free')
    await buy(member, 4.99, 2)
    expect((await billingOf(member)).subscription?.moneyBackUntil).toBeNull()
    await expectError(await member.post(apiPaths.subscriptionRefund), 'no-money-back')
  })

  test('deleting the account removes its subscription and payments', async () => {
    const member = await createMember(filesmith.baseUrl)
    await buy(member, 4.99, 2)
    const { username } = member
    const [row] = await runSql<{ id: string }>(
      filesmith.databaseUrl,
      'select id from users where username = $1',
      [username],
    )
    expect((await member.fetch(apiPaths.user, { method: 'DELETE' })).status).toBe(204)
    const left = await runSql(filesmith.databaseUrl, 'select id from test_payments where account_id = $1', [
      row?.id,
    ])
    expect(left).toEqual([])
  })

  test('deleting the account waits for a payment that is being recorded', async () => {
    const member = await createMember(filesmith.baseUrl)
    await buy(member, 4.99, 2)
    const [row] = await runSql<{ id: string }>(
      filesmith.databaseUrl,
      'select id from users where username = $1',
      [member.username],
    )
    const stores = await openStores({ databaseUrl: filesmith.databaseUrl })
    try {
      const changed = createBillingStore(stores.database).change(String(row?.id), async transaction => {
        const deletion = member.fetch(apiPaths.user, { method: 'DELETE' })
        await expect
          .poll(async () => {
            const { rows } = await stores.database.pool.query(
              `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
            return rows.length
          })
          .toBe(1)
        await transaction.saveCustomer('stripe', 'customer-of-another-provider')
        return { deletion }
      })
      const response = await (await changed)?.result.deletion
      expect(response?.status).toBe(204)
    } finally {
      await stores.close()
    }
  })
})

describe('invoices and billing management', () => {
  test('an invoice is a PDF for its owner only', async () => {
    const member = await createMember(filesmith.baseUrl)
    await buy(member, 4.99, 2)
    const [invoice] = (await billingOf(member)).invoices
    const pdf = await member.fetch(String(invoice?.pdfUrl))
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(pdf.headers.get('content-disposition')).toContain(`${invoice?.number}.pdf`)
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    const stranger = await createMember(filesmith.baseUrl)
    await expectError(await stranger.fetch(String(invoice?.pdfUrl)), 'invoice-not-found')
  })

  test('invoice numbers are consecutive', async () => {
    const members = await Promise.all(Array.from({ length: 3 }, () => createMember(filesmith.baseUrl)))
    await Promise.all(members.map(member => buy(member, 4.99, 2)))
    const rows = await runSql<{ number: string }>(
      filesmith.databaseUrl,
      'select number from invoices order by number',
    )
    const year = new Date().getUTCFullYear()
    expect(rows.map(({ number }) => number)).toEqual(
      rows.map((_, index) => `FS-${year}-${String(index + 1).padStart(6, '0')}`),
    )
  })

  test('SUB-07 billing portal returns the provider URL, and is rejected on Free', async () => {
    const member = await createMember(filesmith.baseUrl)
    await expectError(await member.post(apiPaths.billingPortal), 'nothing-to-manage')
    await buy(member, 4.99, 2)
    const { url } = (await (await member.post(apiPaths.billingPortal)).json()) as { url: string }
    expect(url).toBe('/test-billing')
  })

  test('the user export contains invoices and subscription', async () => {
    const member = await createMember(filesmith.baseUrl)
    await buy(member, 4.99, 2)
    const archive = Buffer.from(await (await member.fetch(apiPaths.userExport)).arrayBuffer())
    const data = (await readZip(archive)).get('account.json')?.toString() ?? ''
    expect(JSON.parse(data)).toMatchObject({ invoices: [{ amount: 499 }], subscription: { plan: 'basic' } })
  })
})
