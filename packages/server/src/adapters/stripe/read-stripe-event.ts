/** Verifies signature and age of Stripe webhooks, which prevents forgery and replay, and extracts the affected ids. */
import { AppError } from '@filesmith/contract/errors'
import Stripe from 'stripe'
import { z } from 'zod'
import type { ProviderEvent } from '../../ports/payment-provider.ts'

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

export async function readStripeEvent(stripe: Stripe, webhook: SignedWebhook): Promise<ProviderEvent> {
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
