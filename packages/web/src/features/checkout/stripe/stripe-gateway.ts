/** Subset of Stripe.js that the checkout uses. */
import type { Appearance } from '@stripe/stripe-js'
import type { PaymentOutcome } from '../payment-outcome.ts'

export interface StripeGateway {
  /** Mounts the Stripe Payment Element. */
  mount(element: HTMLElement, settings: PaymentFormSettings): PaymentForm
  /** Status of a payment after a redirect. */
  retrieve(clientSecret: string): Promise<PaymentOutcome>
}

interface PaymentFormSettings {
  readonly clientSecret: string
  readonly appearance: Appearance
  readonly onReady: () => void
  readonly onFailed: () => void
}

export interface PaymentForm {
  /** May redirect to the customer's bank, which returns to `returnUrl`. */
  confirm(returnUrl: string): Promise<PaymentOutcome>
  restyle(appearance: Appearance): void
  unmount(): void
}
