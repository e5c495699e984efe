/** Everything the test payments know of one customer: a single record, so that whoever changes it has it alone. */
import { testCardOutcomes } from '@filesmith/contract/test-cards'
import { z } from 'zod'

const cents = z.number().int().min(0)
const moment = z.coerce.date()

/** What is kept of a card; its number is not. */
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
  /** The first payment; intervals are counted from here. Until then, when it was ordered. */
  anchor: moment,
  intervalsPaid: z.number().int().min(0),
  paidFrom: moment,
  paidUntil: moment,
  endedAt: moment.nullable(),
  /** Null where nothing was to be paid first. */
  firstPaymentId: z.string().nullable(),
  openPaymentId: z.string().nullable(),
  /** For the interval that is to be paid now. */
  failedAttempts: z.number().int().min(0),
  /** When it is to be renewed, tried again or given up. */
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
  /** Came from the customer's credit, and goes back there if this is never paid. */
  creditUsed: cents,
  status: z.enum(['open', 'succeeded', 'cancelled']),
  /** Waits for its holder to confirm. */
  cardToConfirm: cardSchema.nullable(),
  refunded: cents,
  isDisputed: z.boolean(),
  disputeDueAt: moment.nullable(),
})
export type Payment = z.infer<typeof paymentSchema>

const bookSchema = z.object({
  card: cardSchema.nullable(),
  credit: cents,
  /** Credit is given once for each of these. */
  creditReferences: z.array(z.string()),
  subscriptions: z.array(subscriptionSchema),
  payments: z.array(paymentSchema),
  eventsWritten: z.number().int().min(0),
})
export type CustomerBook = z.infer<typeof bookSchema>

export const emptyBook: CustomerBook = {
  card: null,
  credit: 0,
  creditReferences: [],
  subscriptions: [],
  payments: [],
  eventsWritten: 0,
}

/** A copy that may be written in. */
export function readBook(data: unknown): CustomerBook {
  return bookSchema.parse(data)
}

export function nextDue({ subscriptions, payments }: CustomerBook): Date | null {
  const dues = [
    ...subscriptions.map(({ dueAt }) => dueAt),
    ...payments.map(({ disputeDueAt }) => disputeDueAt),
  ]
  return dues.reduce((first, due) => (due && (!first || due < first) ? due : first), null)
}
