/** Query parameters of the checkout: the order, and the payment that a redirect returns from. */

export interface Order {
  /** In currency units; undefined when missing from the URL. */
  readonly amount: number | undefined
  readonly planId: number | undefined
}

export interface ReturnedPayment {
  readonly paymentIntentId: string
  readonly clientSecret: string | null
  readonly redirectStatus: string | null
}

/** Parameters that Stripe adds to the return URL. */
const returnParameters = ['payment_intent', 'payment_intent_client_secret', 'redirect_status'] as const

export function readOrder(search: URLSearchParams): Order {
  return { amount: readNumber(search.get('amount')), planId: readNumber(search.get('planId')) }
}

function readNumber(text: string | null): number | undefined {
  if (text === null || text.trim() === '') return undefined
  const number = Number(text)
  return Number.isFinite(number) ? number : undefined
}

export function readReturnedPayment(search: URLSearchParams): ReturnedPayment | undefined {
  const [intent, secret, status] = returnParameters
  const paymentIntentId = search.get(intent)
  if (!paymentIntentId) return undefined
  return { paymentIntentId, clientSecret: search.get(secret), redirectStatus: search.get(status) }
}

export function withoutReturnParameters(search: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(search)
  for (const name of returnParameters) rest.delete(name)
  return rest
}

/** Marks the payment as made in the URL, so that a reload does not ask for a second payment. */
export function withPaymentMade(search: URLSearchParams, paymentIntentId: string): URLSearchParams {
  const paid = withoutReturnParameters(search)
  paid.set('payment_intent', paymentIntentId)
  paid.set('redirect_status', 'succeeded')
  return paid
}
