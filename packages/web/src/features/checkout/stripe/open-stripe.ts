/** Loads Stripe.js on demand and implements the gateway interface of the checkout with it. */
import type { PaymentIntent, Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import type { PaymentOutcome } from '../payment-outcome.ts'
import type { PaymentForm, StripeGateway } from './stripe-gateway.ts'

export async function openStripe(publishableKey: string): Promise<StripeGateway> {
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('Stripe.js requires a browser')
  return {
    mount(element, { clientSecret, appearance, onReady, onFailed }) {
      const elements = stripe.elements({ clientSecret, appearance })
      const payment = elements.create('payment', { layout: 'tabs' })
      payment.on('ready', onReady)
      payment.on('loaderror', onFailed)
      payment.mount(element)
      return openForm(stripe, elements, () => payment.destroy())
    },
    async retrieve(clientSecret) {
      const { paymentIntent, error } = await stripe.retrievePaymentIntent(clientSecret)
      return paymentIntent ? outcomeOf(paymentIntent) : { status: 'failed', message: error.message }
    },
  }
}

function openForm(stripe: Stripe, elements: StripeElements, unmount: () => void): PaymentForm {
  return {
    async confirm(returnUrl) {
      try {
        const { paymentIntent, error } = await stripe.confirmPayment({
          elements,
          confirmParams: { return_url: returnUrl },
          redirect: 'if_required',
        })
        return paymentIntent ? outcomeOf(paymentIntent) : outcomeOfError(error)
      } catch (error) {
        console.warn('payment confirmation failed', error)
        return { status: 'failed' }
      }
    },
    restyle: appearance => elements.update({ appearance }),
    unmount,
  }
}

function outcomeOf({ id, status, last_payment_error }: PaymentIntent): PaymentOutcome {
  if (status === 'succeeded') return { status, paymentIntentId: id }
  if (status === 'processing') return { status }
  return { status: 'failed', message: last_payment_error?.message }
}

function outcomeOfError({ type, message, payment_intent }: StripeError): PaymentOutcome {
  // A repeated confirmation after a lost response: the payment has already succeeded.
  if (payment_intent?.status === 'succeeded') return outcomeOf(payment_intent)
  return type === 'validation_error' ? { status: 'incomplete' } : { status: 'failed', message }
}
