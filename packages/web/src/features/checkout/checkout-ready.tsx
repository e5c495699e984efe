/** Order summary and payment form. */
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { numberOfPlan } from '@filesmith/contract/plan-offers'
import { plans } from '@filesmith/contract/plans'
import type { PaymentIntentReply } from '@filesmith/contract/schemas/billing'
import { useLayoutEffect, useRef } from 'react'
import { usePlanOffers } from '../../lib/plan-offers/use-plan-offers.ts'
import { CheckList } from '../../ui/check-list.tsx'
import { ChangePanel } from './change-panel.tsx'
import { checkoutGrid } from './checkout-grid.ts'
import { OrderSummary } from './order-summary.tsx'
import { PaymentPanel } from './payment-panel.tsx'
import type { FinishPayment } from './use-checkout.ts'

const texts = checkoutMessages.ready

interface CheckoutReadyProps {
  readonly setup: PaymentIntentReply
  readonly finish: FinishPayment
  readonly onLoadError: () => void
}

export function CheckoutReady({ setup, finish, onLoadError }: CheckoutReadyProps) {
  const { clientSecret, provider, quote } = setup
  const { data: offers } = usePlanOffers()
  const offer = offers?.find(({ id }) => id === numberOfPlan(quote.plan))
  return (
    <div>
      <div className="mb-8">
        <ReadyHeading />
        <p className="mt-1 text-ink-muted">{clientSecret === null ? texts.leadFree : texts.lead}</p>
      </div>
      <div className={checkoutGrid}>
        <OrderSummary quote={quote} planName={offer?.name ?? plans[quote.plan].label} />
        {clientSecret === null ? (
          <ChangePanel quote={quote} isTest={provider.kind === 'test'} />
        ) : (
          <PaymentPanel
            provider={provider}
            clientSecret={clientSecret}
            dueCents={quote.due}
            finish={finish}
            onLoadError={onLoadError}
          />
        )}
        {offer ? (
          <section className="px-1 sm:px-6">
            <h2 className="mb-3 font-semibold">{texts.includes}</h2>
            <CheckList points={offer.features} className="flex flex-col text-ink-muted" />
          </section>
        ) : null}
      </div>
    </div>
  )
}

/** Moves the focus to the heading after loading, unless the user has focused another part of the page. */
function ReadyHeading() {
  const headingRef = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const heading = headingRef.current
    if (document.activeElement?.contains(heading)) heading?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={headingRef} tabIndex={-1} className="text-xl outline-none">
      {texts.heading}
    </h1>
  )
}
