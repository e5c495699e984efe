/** What the address of the checkout says: what is to be bought, and which payment somebody comes back from. */

export interface Order {
  /** In currency units; absent when the address names none. */
  readonly amount: number | undefined
  readonly planId: number | undefined
}

export interface ReturnedPayment {
  readonly paymentIntentId: string
  readonly clientSecret: string | null
  readonly redirectStatus: string | null
}

/** As the provider names them when it sends somebody back. */
const returnNames = ['payment_intent', 'payment_intent_client_secret', 'redirect_status'] as const

export function readOrder(search: URLSearchParams): Order {
  return { amount: readNumber(search.get('amount')), planId: readNumber(search.get('planId')) }
}

function readNumber(text: string | null): number | undefined {
  if (text === null || text.trim() === '') return undefined
  const number = Number(text)
  return Number.isFinite(number) ? number : undefined
}

export function readReturnedPayment(search: URLSearchParams): ReturnedPayment | undefined {
  const [intent, secret, status] = returnNames
  const paymentIntentId = search.get(intent)
  if (!paymentIntentId) return undefined
  return { paymentIntentId, clientSecret: search.get(secret), redirectStatus: search.get(status) }
}

export function withoutReturn(search: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(search)
  for (const name of returnNames) rest.delete(name)
  return rest
}

/** A page that is loaded again after the payment goes on where it was, instead of asking for another one. */
export function withPaid(search: URLSearchParams, paymentIntentId: string): URLSearchParams {
  const paid = withoutReturn(search)
  paid.set('payment_intent', paymentIntentId)
  paid.set('redirect_status', 'succeeded')
  return paid
}
