/** Finds out how the payment went that somebody comes back from: the provider is asked, and else what it wrote into the address counts. */
import type { ReturnedPayment } from './order.ts'
import type { PaymentOutcome } from './payment-outcome.ts'
import { recallProviderKey } from './stripe/provider-key.ts'

export async function settleReturn(returned: ReturnedPayment): Promise<PaymentOutcome> {
  const key = recallProviderKey()
  const { clientSecret } = returned
  // Another browser may open what a bank's app leads back to: it knows no key.
  if (key === null || clientSecret === null) return readStatus(returned)
  try {
    const { openStripe } = await import('./stripe/open-stripe.ts')
    const gateway = await openStripe(key)
    return await gateway.retrieve(clientSecret)
  } catch (error) {
    console.warn('The payment provider could not be asked how the payment went.', error)
    return readStatus(returned)
  }
}

/** The server asks the provider itself before it gives a plan to anybody. */
function readStatus({ paymentIntentId, redirectStatus }: ReturnedPayment): PaymentOutcome {
  if (redirectStatus === 'succeeded') return { status: 'succeeded', paymentIntentId }
  return { status: redirectStatus === 'pending' ? 'processing' : 'failed' }
}
