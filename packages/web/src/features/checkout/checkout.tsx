/** The checkout: one thing is bought here, and every state of that has a face of its own. */
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
  const { phase, finish, applyAgain, giveUp } = useCheckout(order)
  switch (phase.kind) {
    case 'preparing':
      return <CheckoutLoading />
    case 'settling':
      return <CheckoutLoading heading={settling.heading} hint={settling.text} />
    case 'failed':
      return <CheckoutFailed message={phase.message} />
    case 'ready':
      return <CheckoutReady setup={phase.setup} finish={finish} giveUp={giveUp} />
    case 'pending':
      return <PaymentPending />
    case 'not-applied':
      return <PlanNotApplied problem={phase.problem} onRetry={() => applyAgain(phase.paymentIntentId)} />
  }
}
