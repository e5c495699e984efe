/** Pays through the built-in test payments with the calls of the checkout. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { Billing, PaymentIntentReply, TestPaymentReply } from '@filesmith/contract/schemas/billing'
import { expect } from 'vitest'
import type { Member } from './member.ts'

export const card = { number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' }

export async function beginPayment(
  member: Member,
  amount: number,
  planId?: number,
): Promise<PaymentIntentReply> {
  const reply = await member.post(apiPaths.createPaymentIntent, { amount, planId })
  expect(reply.status, await reply.clone().text()).toBe(200)
  return (await reply.json()) as PaymentIntentReply
}

export async function pay(
  member: Member,
  { clientSecret }: PaymentIntentReply,
  number = card.number,
): Promise<string> {
  const reply = await member.post(apiPaths.testPayment, { ...card, number, clientSecret })
  expect(reply.status, await reply.clone().text()).toBe(200)
  return ((await reply.json()) as TestPaymentReply).paymentIntentId
}

export async function buy(member: Member, amount: number, planId: number): Promise<string> {
  const paymentIntentId = await pay(member, await beginPayment(member, amount, planId))
  const updated = await member.post(apiPaths.subscriptionUpdate, { paymentIntentId, planId })
  expect(updated.status, await updated.clone().text()).toBe(200)
  return paymentIntentId
}

export const billingOf = (member: Member) => member.json<Billing>(apiPaths.subscription)
