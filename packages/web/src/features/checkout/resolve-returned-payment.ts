/** Outcome of a redirect payment: asks Stripe, with the status in the return URL as a fallback. */
import type { ReturnedPayment } from './order.ts'
import type { PaymentOutcome } from './payment-outcome.ts'
import { readProviderKey } from './stripe/provider-key.ts'

export async function resolveReturnedPayment(returned: ReturnedPayment): Promise<PaymentOutcome> {
  const key = readProviderKey()
  const { clientSecret } = returned
  // A banking app may open the return URL in another browser, which has no stored key.
  if (key === null || clientSecret === null) return readStatus(returned)
  try {
    const { openStripe } = await import('./stripe/open-stripe.ts')
    const gateway = await openStripe(key)
    return await gateway.retrieve(clientSecret)
  } catch (error) {
    console.warn('payment status request failed', error)
    return readStatus(returned)
  }
}

/** Not trusted for activation: the server verifies the payment with the provider. */
function readStatus({ paymentIntentId, redirectStatus }: ReturnedPayment): PaymentOutcome {
  if (redirectStatus === 'succeeded') return { status: 'succeeded', paymentIntentId }
  return { status: redirectStatus === 'pending' ? 'processing' : 'failed' }
}
