/** Plans that are paid for, over HTTP, with the built-in test payments. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { errorTable } from '@filesmith/contract/errors'
import type {
  Billing,
  PaymentIntentReply,
  PlanOffer,
  TestPaymentReply,
} from '@filesmith/contract/schemas/billing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMember, type Member, runSql } from '../support/member.ts'
import { readZip } from '../support/read-zip.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

let filesmith: TestFilesmith

beforeAll(async () => {
  filesmith = await startFilesmith({}, { hasWorker: false })
})
afterAll(() => filesmith.stop())

const card = { number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' }

async function beginPayment(member: Member, amount: number, planId?: number): Promise<PaymentIntentReply> {
  const reply = await member.post(apiPaths.createPaymentIntent, { amount, planId })
  expect(reply.status, await reply.clone().text()).toBe(200)
  return (await reply.json()) as PaymentIntentReply
}

async function pay(
  member: Member,
  { clientSecret }: PaymentIntentReply,
  number = card.number,
): Promise<string> {
  const reply = await member.post(apiPaths.testPayment, { ...card, number, clientSecret })
  expect(reply.status, await reply.clone().text()).toBe(200)
  return ((await reply.json()) as TestPaymentReply).paymentIntentId
}

async function buy(member: Member, amount: number, planId: number): Promise<string> {
  const paymentIntentId = await pay(member, await beginPayment(member, amount, planId))
  const updated = await member.post(apiPaths.subscriptionUpdate, { paymentIntentId, planId })
  expect(updated.status, await updated.clone().text()).toBe(200)
  return paymentIntentId
}

const billingOf = (member: Member) => member.json<Billing>(apiPaths.subscription)

async function expectRefusal(reply: Response, code: keyof typeof errorTable): Promise<void> {
  expect({ status: reply.status, ...((await reply.json()) as object) }).toMatchObject({
    status: errorTable[code].status,
    code,
  })
}

test('API-20 API-21 the plans come with id, name, description, price, interval, features and flags', async () => {
  const offers = await createVisitor(filesmith.baseUrl).json<PlanOffer[]>(apiPaths.subscriptionPlans)
  expect(offers.map(({ id, name, price, interval }) => ({ id, name, price, interval }))).toEqual([
    { id: 1, name: 'Free', price: 0, interval: 'month' },
    { id: 2, name: 'Basic', price: 499, interval: 'month' },
    { id: 3, name: 'Pro', price: 999, interval: 'month' },
  ])
  for (const offer of offers) {
    expect(offer.description).not.toBe('')
    expect(offer.features.length).toBeGreaterThan(3)
    expect(typeof offer.isPro).toBe('boolean')
    expect(typeof offer.isPopular).toBe('boolean')
  }
})

describe('paying', () => {
  test('API-23 API-24 PAY-09 a payment in test mode makes the plan, and the account says so at once', async () => {
    const member = await createMember(filesmith.baseUrl)
    const begun = await beginPayment(member, 4.99, 2)
    expect(begun).toMatchObject({
      provider: { kind: 'test' },
      quote: { plan: 'basic', interval: 'month', price: 499, due: 499, kind: 'new' },
    })
    expect(begun.clientSecret).toMatch(/_secret_/)
    const paymentIntentId = await pay(member, begun)
    const updated = await member.post(apiPaths.subscriptionUpdate, { paymentIntentId, planId: 2 })
    expect(await updated.json()).toEqual({ plan: 'basic' })
    const user = await member.user()
    expect(user).toMatchObject({
      subscriptionPlan: 'basic',
      subscription: { plan: 'basic', status: 'active' },
    })
    const { subscription, invoices } = await billingOf(member)
    expect(subscription).toMatchObject({ plan: 'basic', interval: 'month', price: 499, status: 'active' })
    expect(subscription?.periodEnd).toBe(user.subscription?.expiryDate)
    expect(invoices).toMatchObject([{ amount: 499, status: 'paid', plan: 'basic', interval: 'month' }])
  })

  test('an amount without a plan is enough where only one plan costs that', async () => {
    const member = await createMember(filesmith.baseUrl)
    expect((await beginPayment(member, 95.9)).quote).toMatchObject({
      plan: 'pro',
      interval: 'year',
      due: 9590,
    })
  })

  test.each([
    { amount: 0.01, planId: 3 },
    { amount: 4.99, planId: 3 },
    { amount: 499, planId: 2 },
    { amount: 4.99, planId: 1 },
  ])('PAY-16 $amount for plan $planId is refused', async body => {
    const member = await createMember(filesmith.baseUrl)
    await expectRefusal(await member.post(apiPaths.createPaymentIntent, body), 'amount-not-a-price')
    expect((await billingOf(member)).invoices).toEqual([])
  })

  test.each([{}, { amount: '4.99' }, { amount: -4.99 }])('%o is no request for a payment', async body => {
    const member = await createMember(filesmith.baseUrl)
    expect((await member.post(apiPaths.createPaymentIntent, body)).status).toBe(400)
  })

  test('visitors are asked to sign in', async () => {
    const visitor = createVisitor(filesmith.baseUrl)
    await expectRefusal(await visitor.post(apiPaths.createPaymentIntent, { amount: 4.99 }), 'not-signed-in')
  })

  test('asking twice gives the same payment, and another plan ends the first one', async () => {
    const member = await createMember(filesmith.baseUrl)
    const first = await beginPayment(member, 4.99, 2)
    expect((await beginPayment(member, 4.99, 2)).clientSecret).toBe(first.clientSecret)
    const other = await beginPayment(member, 9.99, 3)
    expect(other.clientSecret).not.toBe(first.clientSecret)
    const late = await member.post(apiPaths.testPayment, { ...card, clientSecret: first.clientSecret })
    expect(late.status).toBeGreaterThanOrEqual(400)
    expect((await member.user()).subscriptionPlan).toBe('free')
  })

  test('a payment that was not made gives no plan', async () => {
    const member = await createMember(filesmith.baseUrl)
    const { clientSecret } = await beginPayment(member, 9.99, 3)
    const paymentIntentId = String(clientSecret).split('_secret_')[0]
    await expectRefusal(
      await member.post(apiPaths.subscriptionUpdate, { paymentIntentId, planId: 3 }),
      'payment-not-done',
    )
    expect((await member.user()).subscriptionPlan).toBe('free')
  })

  test('a declined card is told why, and another one can be used', async () => {
    const member = await createMember(filesmith.baseUrl)
    const begun = await beginPayment(member, 4.99, 2)
    const declined = await member.post(apiPaths.testPayment, {
      ...card,
      number: '4000000000009995',
      clientSecret: begun.clientSecret,
    })
    expect(declined.status).toBe(402)
    expect(await declined.json()).toEqual({
      code: 'payment-failed',
      message: 'Your card has insufficient funds.',
    })
    await pay(member, begun)
  })

  test('somebody else’s payment, a made-up one and one for another plan are refused', async () => {
    const payer = await createMember(filesmith.baseUrl)
    const other = await createMember(filesmith.baseUrl)
    const paymentIntentId = await pay(payer, await beginPayment(payer, 4.99, 2))
    await expectRefusal(
      await other.post(apiPaths.subscriptionUpdate, { paymentIntentId, planId: 2 }),
      'payment-not-found',
    )
    await expectRefusal(
      await other.post(apiPaths.subscriptionUpdate, { paymentIntentId: 'pi_test_nothing' }),
      'payment-not-found',
    )
    await expectRefusal(
      await payer.post(apiPaths.subscriptionUpdate, { paymentIntentId, planId: 3 }),
      'payment-wrong',
    )
    expect((await other.user()).subscriptionPlan).toBe('free')
  })

  test('using a payment again changes nothing: not the dates, not the invoices', async () => {
    const member = await createMember(filesmith.baseUrl)
    const paymentIntentId = await buy(member, 9.99, 3)
    const before = await billingOf(member)
    const again = await Promise.all(
      Array.from({ length: 4 }, () => member.post(apiPaths.subscriptionUpdate, { paymentIntentId })),
    )
    expect(await Promise.all(again.map(reply => reply.json()))).toEqual(Array(4).fill({ plan: 'pro' }))
    expect(await billingOf(member)).toEqual(before)
  })

  test('the news of the payment alone makes the plan too, also when the page never comes back', async () => {
    const member = await createMember(filesmith.baseUrl)
    await pay(member, await beginPayment(member, 4.99, 2))
    await expect.poll(async () => (await member.user()).subscriptionPlan).toBe('basic')
    expect((await billingOf(member)).invoices).toHaveLength(1)
  })

  test('a plan that one has is not sold again', async () => {
    const member = await createMember(filesmith.baseUrl)
    await buy(member, 4.99, 2)
    const again = await member.post(apiPaths.createPaymentIntent, { amount: 4.99, planId: 2 })
    expect(await again.json()).toEqual({
      code: 'plan-already-yours',
      message: 'You are on the Basic plan already.',
    })
  })
})

describe('changing', () => {
  test('from Basic to Pro the unused part is taken off, and the plan changes at once', async () => {
    const member = await createMember(filesmith.baseUrl)
    await buy(member, 4.99, 2)
    const begun = await beginPayment(member, 9.99, 3)
    expect(begun.quote).toMatchObject({ kind: 'change', plan: 'pro', price: 999 })
    // The whole of Basic but for the moment it took.
    expect(begun.quote.credit).toBeGreaterThanOrEqual(498)
    expect(begun.quote.due).toBe(999 - begun.quote.credit)
    const paymentIntentId = await pay(member, begun)
    const updated = await member.post(apiPaths.subscriptionUpdate, { paymentIntentId, planId: 3 })
    expect(await updated.json()).toEqual({ plan: 'pro' })
    const { subscription, invoices } = await billingOf(member)
    expect(subscription).toMatchObject({ plan: 'pro', status: 'active' })
    expect(invoices.map(({ amount }) => amount)).toEqual([begun.quote.due, 499])
  })

  test('from a year of Pro to a month of Basic nothing is paid, and the rest stays as credit', async () => {
    const member = await createMember(filesmith.baseUrl)
    await buy(member, 95.9, 3)
    const begun = await beginPayment(member, 4.99, 2)
    expect(begun).toMatchObject({ clientSecret: null, quote: { kind: 'change', due: 0 } })
    const change = { planId: 2, interval: 'month' }
    expect(await (await member.post(apiPaths.subscriptionChange, change)).json()).toEqual({ plan: 'basic' })
    const { subscription, credit } = await billingOf(member)
    expect(subscription).toMatchObject({ plan: 'basic', interval: 'month', status: 'active' })
    expect(credit).toBe(begun.quote.creditLeft)
    // What is left pays for the next change as well.
    const next = await beginPayment(member, 9.99, 3)
    expect(next).toMatchObject({ clientSecret: null, quote: { due: 0 } })
  })

  test('a change that costs something is not given away', async () => {
    const member = await createMember(filesmith.baseUrl)
    await buy(member, 4.99, 2)
    const change = { planId: 3, interval: 'year' }
    await expectRefusal(await member.post(apiPaths.subscriptionChange, change), 'change-needs-payment')
    await expectRefusal(
      await (await createMember(filesmith.baseUrl)).post(apiPaths.subscriptionChange, change),
      'change-needs-payment',
    )
  })
})

describe('ending', () => {
  test('ALLOW-03 API-19 SUB-09 a paid plan is cancelled by its owner and kept until it ends; a free one is not', async () => {
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
    // Twice is once.
    expect((await member.post(apiPaths.subscriptionCancel)).status).toBe(200)
  })

  test('a cancelled plan goes on when its owner wants, also by way of the checkout', async () => {
    const member = await createMember(filesmith.baseUrl)
    await buy(member, 4.99, 2)
    await expectRefusal(await member.post(apiPaths.subscriptionResume), 'nothing-to-resume')
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

  test('PLAN-25 within 14 days all the money comes back, once', async () => {
    const member = await createMember(filesmith.baseUrl)
    await expectRefusal(await member.post(apiPaths.subscriptionRefund), 'no-money-back')
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
    await expectRefusal(await member.post(apiPaths.subscriptionRefund), 'no-money-back')
  })

  test('an account that is deleted pays for nothing any more and leaves no payment behind', async () => {
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
})

describe('invoices and billing management', () => {
  test('an invoice is a PDF for its owner and for nobody else', async () => {
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
    await expectRefusal(await stranger.fetch(String(invoice?.pdfUrl)), 'invoice-not-found')
  })

  test('invoices are numbered one after the other', async () => {
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

  test('SUB-07 Manage Billing leads to the provider, and there is nothing to manage on Free', async () => {
    const member = await createMember(filesmith.baseUrl)
    await expectRefusal(await member.post(apiPaths.billingPortal), 'nothing-to-manage')
    await buy(member, 4.99, 2)
    const { url } = (await (await member.post(apiPaths.billingPortal)).json()) as { url: string }
    expect(url).toBe('/test-billing')
  })

  test('what was paid is part of the data one can take away', async () => {
    const member = await createMember(filesmith.baseUrl)
    await buy(member, 4.99, 2)
    const archive = Buffer.from(await (await member.fetch(apiPaths.userExport)).arrayBuffer())
    const data = (await readZip(archive)).get('account.json')?.toString() ?? ''
    expect(JSON.parse(data)).toMatchObject({ invoices: [{ amount: 499 }], subscription: { plan: 'basic' } })
  })
})

describe('news that did not come from the provider', () => {
  test.each([
    ['without a signature', {}],
    [
      'with a made-up signature',
      { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` },
    ],
  ])('%s is refused', async (_name, headers) => {
    const reply = await fetch(new URL(apiPaths.paymentWebhook, filesmith.baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ id: 'evt_forged', type: 'payment-succeeded' }),
    })
    await expectRefusal(reply, 'webhook-refused')
  })
})

test('where nothing is sold, the plans are shown and nothing can be bought', async () => {
  const closed = await startFilesmith({ PAYMENTS: 'off' }, { hasWorker: false })
  try {
    const member = await createMember(closed.baseUrl)
    expect(await member.json<PlanOffer[]>(apiPaths.subscriptionPlans)).toHaveLength(3)
    expect(await billingOf(member)).toMatchObject({ provider: null, subscription: null, invoices: [] })
    await expectRefusal(
      await member.post(apiPaths.createPaymentIntent, { amount: 4.99, planId: 2 }),
      'payments-off',
    )
    expect((await member.post(apiPaths.testPayment, {})).status).toBe(404)
  } finally {
    await closed.stop()
  }
})
