/** What the checkout needs of Stripe. */
import type { Appearance } from '@stripe/stripe-js'
import type { PaymentOutcome } from '../payment-outcome.ts'

export interface StripeGateway {
  /** Puts Stripe's own payment form into an element of the page. */
  mount(element: HTMLElement, settings: PaymentFormSettings): PaymentForm
  /** How a payment stands that somebody comes back from. */
  retrieve(clientSecret: string): Promise<PaymentOutcome>
}

interface PaymentFormSettings {
  readonly clientSecret: string
  readonly appearance: Appearance
  readonly onReady: () => void
  readonly onFailed: () => void
}

export interface PaymentForm {
  /** May leave the page for the customer's bank, which leads back to the address. */
  confirm(returnUrl: string): Promise<PaymentOutcome>
  restyle(appearance: Appearance): void
  unmount(): void
}
