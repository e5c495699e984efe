/** Concurrent test payments with a small database pool. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { Billing, PaymentIntentReply } from '@filesmith/contract/schemas/billing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, type Member } from '../support/member.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'

let filesmith: TestFilesmith
const lines: string[] = []

beforeAll(async () => {
  filesmith = await startFilesmith(
    { PAYMENTS: 'test', DATABASE_POOL: '2', LOG_LEVEL: 'debug' },
    { hasWorker: false, logTo: line => lines.push(line) },
  )
})
afterAll(() => filesmith.stop())

const number = '4242424242424242'

async function buyPro(member: Member): Promise<Billing> {
  const begun = await member.post(apiPaths.createPaymentIntent, { amount: 9.99 })
  const { clientSecret } = (await begun.json()) as PaymentIntentReply
  const paid = await member.post(apiPaths.testPayment, { clientSecret, number, expiry: '12/49', cvc: '123' })
  expect(await paid.json()).toMatchObject({ status: 'succeeded' })
  const paymentIntentId = clientSecret?.split('_secret_')[0]
  const updated = await member.post(apiPaths.subscriptionUpdate, { paymentIntentId, planId: 3 })
  expect(await updated.json()).toEqual({ plan: 'pro' })
  return member.json<Billing>(apiPaths.subscription)
}

test('PAY-09 PAY-12 test payments: more concurrent buyers than connections are charged once each, and no card number is logged', async () => {
  const members = await Promise.all(Array.from({ length: 5 }, () => createMember(filesmith.baseUrl)))
  const bought = await Promise.all(members.map(buyPro))
  for (const { subscription, invoices } of bought) {
    expect(subscription).toMatchObject({ plan: 'pro', interval: 'month', status: 'active' })
    expect(invoices.map(({ amount }) => amount)).toEqual([999])
  }
  expect(lines.join('')).toContain(apiPaths.testPayment)
  expect(lines.join('')).not.toContain(number)
})
