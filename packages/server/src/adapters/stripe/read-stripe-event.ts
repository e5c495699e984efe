/** Notices of Stripe: only with its signature, made within minutes, and read for what they concern. */
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
const itselfSchema = z.object({ id: z.string() })
const paidSchema = z.object({ payment_intent: idSchema.nullish() })
/** Webhooks that were set up for an older version of the API name the subscription directly. */
const invoiceSchema = z.object({
  subscription: idSchema.nullish(),
  parent: z
    .object({ subscription_details: z.object({ subscription: idSchema.nullish() }).nullish() })
    .nullish(),
})

interface SignedNotice {
  readonly rawBody: Buffer
  readonly signature: string | undefined
  readonly webhookSecret: string
  readonly receivedAt: Date
}

export async function readStripeEvent(stripe: Stripe, notice: SignedNotice): Promise<ProviderEvent> {
  const { rawBody, signature, webhookSecret, receivedAt } = notice
  if (!signature) throw refusal('no signature')
  const event = await stripe.webhooks
    .constructEventAsync(rawBody, signature, webhookSecret, toleranceSeconds, undefined, receivedAt.getTime())
    .catch((error: unknown) => Promise.reject(refusal(reasonOf(error))))
  const parsed = eventSchema.safeParse(event)
  if (!parsed.success) throw refusal('not an event')
  const { id, type, data } = parsed.data
  return { id, type, subscriptionId: null, intentId: null, ...concernOf(type, data.object) }
}

/** The error carries the whole notice, which is nothing for a log; its first sentence is always one of a few. */
function reasonOf(error: unknown): string {
  const isSignature = error instanceof Stripe.errors.StripeSignatureVerificationError
  return (isSignature && error.message.split(/[.\n]/)[0]) || 'not an event'
}

function refusal(reason: string): AppError {
  return new AppError(
    'webhook-refused',
    {},
    { cause: new Error(`a notice of Stripe was refused: ${reason}`) },
  )
}

/** What cannot be read concerns nobody: a notice that is never taken would be sent again for days. */
function concernOf(type: string, object: unknown): Partial<ProviderEvent> {
  if (type.startsWith('customer.subscription.')) {
    return { subscriptionId: itselfSchema.safeParse(object).data?.id ?? null }
  }
  if (type.startsWith('payment_intent.')) return { intentId: itselfSchema.safeParse(object).data?.id ?? null }
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
