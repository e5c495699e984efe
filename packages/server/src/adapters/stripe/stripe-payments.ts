/** Payment provider backed by Stripe. */
import { AppError } from '@filesmith/contract/errors'
import { currency } from '@filesmith/contract/plan-offers'
import Stripe from 'stripe'
import { z } from 'zod'
import type { CardOnFile, PaymentProvider, ProviderEvent } from '../../ports/payment-provider.ts'
import { cardOfCustomer, createStripeSubscription } from './create-stripe-subscription.ts'
import { findPayment, findSubscription } from './find-stripe-state.ts'
import {
  callStripe,
  createStripeClient,
  findAtStripe,
  hasCode,
  idOf,
  type StripeClientSettings,
} from './stripe-client.ts'

export interface StripePaymentsSettings extends StripeClientSettings {
  readonly publishableKey: string
  readonly webhookSecret: string
  /** Prefix of the plan name in what Stripe shows to customers. */
  readonly productName: string
  readonly now: () => Date
}

export function createStripePayments(settings: StripePaymentsSettings): PaymentProvider {
  const { publishableKey, webhookSecret, productName, now } = settings
  const stripe = createStripeClient(settings)
  return {
    info: { kind: 'stripe', publishableKey },
    createSubscription: order => callStripe(() => createStripeSubscription(stripe, productName, order)),
    findPayment: intentId => callStripe(() => findPayment(stripe, intentId)),
    findSubscription: subscriptionId => callStripe(() => findSubscription(stripe, subscriptionId)),
    setRenewal: (subscriptionId, isRenewing, reference) =>
      callStripe(() => setRenewal(stripe, subscriptionId, isRenewing, reference)),
    end: subscriptionId => callStripe(() => endStripeSubscription(stripe, subscriptionId)),
    refund: intentId =>
      callStripe(async () => {
        try {
          // Without an amount the whole remainder is refunded, so a repeated call finds nothing left.
          await stripe.refunds.create({ payment_intent: intentId, reason: 'requested_by_customer' })
        } catch (error) {
          if (!hasCode(error, 'charge_already_refunded')) throw error
        }
      }),
    addCredit: (customerId, cents, reference) =>
      callStripe(() => addCredit(stripe, customerId, cents, reference)),
    findCard: customerId => callStripe(() => findCard(stripe, customerId)),
    payWithCard: (customerId, intentId) => callStripe(() => payWithCard(stripe, customerId, intentId)),
    creditOf: customerId => callStripe(() => creditOf(stripe, customerId)),
    portalUrl: (customerId, returnUrl) => callStripe(() => openPortal(stripe, customerId, returnUrl)),
    async deleteCustomer(customerId) {
      await callStripe(() => findAtStripe(() => stripe.customers.del(customerId)))
    },
    readEvent: (rawBody, signature) =>
      readStripeEvent(stripe, { rawBody, signature, webhookSecret, receivedAt: now() }),
  }
}

async function setRenewal(
  stripe: Stripe,
  subscriptionId: string,
  isRenewing: boolean,
  reference: string | undefined,
): Promise<void> {
  const once = reference === undefined ? {} : { idempotencyKey: `renewal-${reference}` }
  if (!isRenewing) {
    await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }, once)
    return
  }
  const { cancel_at, cancel_at_period_end } = await stripe.subscriptions.retrieve(subscriptionId)
  // Stripe accepts only one of the two parameters, and the portal may have set cancel_at.
  if (cancel_at_period_end)
    await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: false }, once)
  else if (cancel_at !== null) await stripe.subscriptions.update(subscriptionId, { cancel_at: '' }, once)
}

/** Also voids its open invoice. */
async function endStripeSubscription(stripe: Stripe, subscriptionId: string): Promise<void> {
  // Stripe reports a canceled subscription as missing.
  await findAtStripe(() => stripe.subscriptions.cancel(subscriptionId))
  const subscription = await findAtStripe(() =>
    stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] }),
  )
  const invoice = subscription?.latest_invoice
  if (invoice && typeof invoice !== 'string' && invoice.status === 'open')
    await voidInvoice(stripe, invoice.id)
}

async function voidInvoice(stripe: Stripe, invoiceId: string): Promise<void> {
  try {
    await stripe.invoices.voidInvoice(invoiceId)
  } catch (error) {
    // Paid or voided concurrently; the caller sees it on the payment.
    const { status } = await stripe.invoices.retrieve(invoiceId)
    if (status === 'open') throw error
  }
}

/** Idempotency keys expire after a day, so existing transactions are checked first. */
async function addCredit(
  stripe: Stripe,
  customerId: string,
  cents: number,
  reference: string,
): Promise<void> {
  const { data } = await stripe.customers.listBalanceTransactions(customerId, { limit: 100 })
  if (data.some(({ metadata }) => metadata?.reference === reference)) return
  // Revoking credit stops at zero and never creates a debt.
  const amount = cents < 0 ? Math.min(-cents, await creditOf(stripe, customerId)) : -cents
  if (amount === 0) return
  await stripe.customers.createBalanceTransaction(
    customerId,
    {
      amount,
      currency,
      description: amount < 0 ? 'Unused part of a plan' : 'Returned with your payment',
      metadata: { reference },
    },
    { idempotencyKey: `credit-${reference}` },
  )
}

/** Stripe stores credit as a negative balance. */
async function creditOf(stripe: Stripe, customerId: string): Promise<number> {
  const customer = await findAtStripe(() => stripe.customers.retrieve(customerId))
  return customer && !customer.deleted ? Math.max(0, -customer.balance) : 0
}

/** That of the newest subscription that renews, else that of the customer. */
async function findCardId(stripe: Stripe, customerId: string): Promise<string | undefined> {
  const { data } = await stripe.subscriptions.list({ customer: customerId, limit: 100 })
  const card =
    data.find(({ default_payment_method }) => default_payment_method !== null)?.default_payment_method ??
    (await cardOfCustomer(stripe, customerId))
  return card ? idOf(card) : undefined
}

async function findCard(stripe: Stripe, customerId: string): Promise<CardOnFile | undefined> {
  const id = await findCardId(stripe, customerId)
  const card = id && (await findAtStripe(() => stripe.paymentMethods.retrieve(id)))?.card
  if (!card) return undefined
  const expiry = `${String(card.exp_month).padStart(2, '0')}/${String(card.exp_year).slice(-2)}`
  return { brand: card.brand, lastFour: card.last4, expiry }
}

async function payWithCard(stripe: Stripe, customerId: string, intentId: string) {
  const card = await findCardId(stripe, customerId)
  if (card === undefined) throw new AppError('payment-not-found')
  try {
    const { status } = await stripe.paymentIntents.confirm(intentId, { payment_method: card })
    if (status === 'succeeded') return 'succeeded'
    return status === 'processing' ? 'processing' : 'needs-authentication'
  } catch (error) {
    // The only errors whose message is meant for the customer.
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error
    throw new AppError('payment-failed', { reason: error.message })
  }
}

/** Change this together with the features below: a configuration is created once and then reused. */
const configurationVersion = 'filesmith-1'

/** Opens Stripe's customer portal, where customers change the card and see payments. */
async function openPortal(stripe: Stripe, customer: string, returnUrl: string): Promise<string> {
  const configuration = await ensureConfiguration(stripe)
  const { url } = await stripe.billingPortal.sessions.create({
    customer,
    configuration,
    return_url: returnUrl,
  })
  return url
}

/** A dedicated configuration, so that no manual setup is needed; plan changes are off, because prices are decided here. */
async function ensureConfiguration(stripe: Stripe): Promise<string> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
  const known = data.find(({ metadata }) => metadata?.mark === configurationVersion)
  if (known) return known.id
  const made = await stripe.billingPortal.configurations.create({
    features: {
      payment_method_update: { enabled: true },
      invoice_history: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: { enabled: false },
    },
    metadata: { mark: configurationVersion },
  })
  return made.id
}

const toleranceSeconds = 300

const eventSchema = z.object({
  id: z.string().min(1),
  type: z.string(),
  data: z.object({ object: z.unknown() }),
})

const idSchema = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
const objectSchema = z.object({ id: z.string() })
const paidSchema = z.object({ payment_intent: idSchema.nullish() })
/** Webhook endpoints with an older API version name the subscription directly. */
const invoiceSchema = z.object({
  subscription: idSchema.nullish(),
  parent: z
    .object({ subscription_details: z.object({ subscription: idSchema.nullish() }).nullish() })
    .nullish(),
})

interface SignedWebhook {
  readonly rawBody: Buffer
  readonly signature: string | undefined
  readonly webhookSecret: string
  readonly receivedAt: Date
}

/** Verifies signature and age, which prevents forgery and replay, and extracts the affected ids. */
async function readStripeEvent(stripe: Stripe, webhook: SignedWebhook): Promise<ProviderEvent> {
  const { rawBody, signature, webhookSecret, receivedAt } = webhook
  if (!signature) throw webhookRefused('no signature')
  const event = await stripe.webhooks
    .constructEventAsync(rawBody, signature, webhookSecret, toleranceSeconds, undefined, receivedAt.getTime())
    .catch((error: unknown) => Promise.reject(webhookRefused(reasonOf(error))))
  const parsed = eventSchema.safeParse(event)
  if (!parsed.success) throw webhookRefused('not an event')
  const { id, type, data } = parsed.data
  return { id, type, subscriptionId: null, intentId: null, ...referencesOf(type, data.object) }
}

/** The error carries the whole payload, which must not be logged; the first sentence is one of a few fixed ones. */
function reasonOf(error: unknown): string {
  const isSignature = error instanceof Stripe.errors.StripeSignatureVerificationError
  return (isSignature && error.message.split(/[.\n]/)[0]) || 'not an event'
}

function webhookRefused(reason: string): AppError {
  return new AppError('webhook-refused', {}, { cause: new Error(`Stripe webhook rejected: ${reason}`) })
}

/** An unreadable object references nothing: rejecting the event would make Stripe retry it for days. */
function referencesOf(type: string, object: unknown): Partial<ProviderEvent> {
  if (type.startsWith('customer.subscription.')) {
    return { subscriptionId: objectSchema.safeParse(object).data?.id ?? null }
  }
  if (type.startsWith('payment_intent.')) return { intentId: objectSchema.safeParse(object).data?.id ?? null }
  if (type.startsWith('invoice.')) {
    const invoice = invoiceSchema.safeParse(object).data
    const details = invoice?.parent?.subscription_details
    return { subscriptionId: details?.subscription ?? invoice?.subscription ?? null }
  }
  if (isAboutCharge(type)) return { intentId: paidSchema.safeParse(object).data?.payment_intent ?? null }
  return {}
}

function isAboutCharge(type: string): boolean {
  return (
    type === 'charge.refunded' ||
    type.startsWith('charge.refund.') ||
    type.startsWith('refund.') ||
    type.startsWith('charge.dispute.')
  )
}
