/** State of one test customer: a single record, so that changes can be serialized by locking it. */
import { testCardOutcomes } from '@filesmith/contract/test-cards'
import { z } from 'zod'

const cents = z.number().int().min(0)
const moment = z.coerce.date()

/** Stored data of a card; its number is never stored. */
const cardSchema = z.object({
  brand: z.string(),
  lastFour: z.string(),
  expiry: z.string(),
  outcome: z.enum(testCardOutcomes),
})
export type SavedCard = z.infer<typeof cardSchema>

const invoiceSchema = z.object({
  id: z.string(),
  intentId: z.string().nullable(),
  amount: cents,
  paidAt: moment,
  periodStart: moment,
  periodEnd: moment,
})

const subscriptionSchema = z.object({
  id: z.string(),
  orderId: z.string(),
  interval: z.enum(['month', 'year']),
  price: cents,
  status: z.enum(['incomplete', 'active', 'past-due', 'ended']),
  cancelsAtEnd: z.boolean(),
  /** Time of the first payment, from which intervals are counted; time of the order until then. */
  anchor: moment,
  intervalsPaid: z.number().int().min(0),
  paidFrom: moment,
  paidUntil: moment,
  endedAt: moment.nullable(),
  /** Null if nothing was due initially. */
  firstPaymentId: z.string().nullable(),
  openPaymentId: z.string().nullable(),
  /** For the interval that is due. */
  failedAttempts: z.number().int().min(0),
  /** When it will be renewed, retried or ended. */
  dueAt: moment.nullable(),
  /** Newest first. */
  invoices: z.array(invoiceSchema),
})
export type Subscription = z.infer<typeof subscriptionSchema>

const paymentSchema = z.object({
  id: z.string(),
  clientSecret: z.string(),
  subscriptionId: z.string(),
  amount: cents,
  /** Taken from the customer's credit, and returned if this is never paid. */
  creditUsed: cents,
  status: z.enum(['open', 'succeeded', 'cancelled']),
  /** Waits for authentication by the card holder. */
  cardToConfirm: cardSchema.nullable(),
  refunded: cents,
  isDisputed: z.boolean(),
  disputeDueAt: moment.nullable(),
})
export type Payment = z.infer<typeof paymentSchema>

const customerSchema = z.object({
  card: cardSchema.nullable(),
  credit: cents,
  /** Credit is granted and renewal changed once per reference. */
  creditReferences: z.array(z.string()),
  subscriptions: z.array(subscriptionSchema),
  payments: z.array(paymentSchema),
  eventsWritten: z.number().int().min(0),
})
export type CustomerState = z.infer<typeof customerSchema>

export const emptyCustomerState: CustomerState = {
  card: null,
  credit: 0,
  creditReferences: [],
  subscriptions: [],
  payments: [],
  eventsWritten: 0,
}

/** Returns a mutable copy. */
export function parseCustomerState(data: unknown): CustomerState {
  return customerSchema.parse(data)
}

export function nextDue({ subscriptions, payments }: CustomerState): Date | null {
  const dues = [
    ...subscriptions.map(({ dueAt }) => dueAt),
    ...payments.map(({ disputeDueAt }) => disputeDueAt),
  ]
  return dues.reduce((first, due) => (due && (!first || due < first) ? due : first), null)
}
