/** Checkout: one component per phase of a purchase. */
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { CheckoutFailed } from './checkout-failed.tsx'
import { CheckoutLoading } from './checkout-loading.tsx'
import { CheckoutReady } from './checkout-ready.tsx'
import type { Order } from './order.ts'
import { PaymentPending } from './payment-pending.tsx'
import { PlanNotApplied } from './plan-not-applied.tsx'
import { useCheckout } from './use-checkout.ts'

const { settling } = checkoutMessages

export function Checkout({ order }: { readonly order: Order & { amount: number } }) {
  const { phase, finish, retryApply, handleLoadError } = useCheckout(order)
  switch (phase.kind) {
    case 'preparing':
      return <CheckoutLoading />
    case 'settling':
      return <CheckoutLoading heading={settling.heading} hint={settling.text} />
    case 'failed':
      return <CheckoutFailed message={phase.message} />
    case 'ready':
      return <CheckoutReady setup={phase.setup} finish={finish} onLoadError={handleLoadError} />
    case 'pending':
      return <PaymentPending />
    case 'not-applied':
      return <PlanNotApplied problem={phase.problem} onRetry={() => retryApply(phase.paymentIntentId)} />
  }
}
