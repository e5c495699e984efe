/** Checkout: one component per phase of a purchase. */

import { apiPaths } from '@filesmith/contract/api-paths'
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { formatPrice, moneyBackDays, numberOfPlan } from '@filesmith/contract/plan-offers'
import { plans } from '@filesmith/contract/plans'
import { paths } from '@filesmith/contract/routes'
import type {
  CardOnFile,
  PaymentIntentReply,
  PaymentProviderInfo,
  Quote,
} from '@filesmith/contract/schemas/billing'
import { Clock, FlaskConical, Lock } from 'lucide-react'
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { usePlanOffers } from '../../lib/plan-offers/use-plan-offers.ts'
import { useAccount } from '../../lib/use-account.ts'
import { useFormSubmit } from '../../lib/use-form-submit.ts'
import { Badge } from '../../ui/badge.tsx'
import { CheckList } from '../../ui/check-list.tsx'
import { cx } from '../../ui/cx.ts'
import { FormCard } from '../../ui/form-card.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { CardOnFileForm } from './card-on-file-form.tsx'
import { CheckoutFailed } from './checkout-failed.tsx'
import { checkoutGrid } from './checkout-grid.ts'
import { CheckoutLoading } from './checkout-loading.tsx'
import type { Order } from './order.ts'
import type { FinishPayment } from './use-checkout.ts'
import { useCheckout } from './use-checkout.ts'
import { subscriptionUrl, usePlanChange } from './use-plan-change.ts'

const planNotAppliedTexts = checkoutMessages.notApplied

const texts = checkoutMessages.pending

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

/** Notice for a payment that is still processing. */
function PaymentPending() {
  return (
    <FormCard isOutcome heading={texts.heading}>
      <div className="flex flex-col gap-5">
        <Icon of={Clock} sizePx={40} className="text-ink-muted" />
        <p>{texts.text}</p>
        <LinkButton to={subscriptionUrl} variant="accent" size="large">
          {texts.action}
        </LinkButton>
      </div>
    </FormCard>
  )
}

interface PlanNotAppliedProps {
  readonly problem: string
  readonly onRetry: () => Promise<void>
}

/** Payment succeeded but the plan was not activated: offers a retry of the activation. */
function PlanNotApplied({ problem, onRetry }: PlanNotAppliedProps) {
  const form = useFormSubmit(async () => {
    await onRetry()
    return undefined
  })
  return (
    <FormCard
      isOutcome
      heading={planNotAppliedTexts.heading}
      footer={
        <TextLink to={paths.contact} className="text-ink">
          {planNotAppliedTexts.support}
        </TextLink>
      }
    >
      <form {...form.formProps} className="flex flex-col gap-5">
        <FormMessage text={problem} />
        <p>{planNotAppliedTexts.hint}</p>
        <SubmitButton isBusy={form.isBusy} busyLabel={planNotAppliedTexts.busy}>
          {planNotAppliedTexts.action}
        </SubmitButton>
      </form>
    </FormCard>
  )
}

const readyTexts = checkoutMessages.ready

const paymentPanelTexts = checkoutMessages.form

const StripePaymentForm = lazy(async () => ({
  default: (await import('./stripe/stripe-payment-form.tsx')).StripePaymentForm,
}))

const TestPaymentForm = lazy(async () => ({
  default: (await import('./test-mode/test-payment-form.tsx')).TestPaymentForm,
}))

const changePanelTexts = checkoutMessages.change

interface CheckoutReadyProps {
  readonly setup: PaymentIntentReply
  readonly finish: FinishPayment
  readonly onLoadError: () => void
}

/** Order summary and payment form. */
function CheckoutReady({ setup, finish, onLoadError }: CheckoutReadyProps) {
  const { clientSecret, provider, quote, card } = setup
  const { data: offers } = usePlanOffers()
  const offer = offers?.find(({ id }) => id === numberOfPlan(quote.plan))
  return (
    <div>
      <div className="mb-8">
        <ReadyHeading />
        <p className="mt-1 text-ink-muted">{clientSecret === null ? readyTexts.leadFree : readyTexts.lead}</p>
      </div>
      <div className={checkoutGrid}>
        <OrderSummary quote={quote} planName={offer?.name ?? plans[quote.plan].label} />
        {clientSecret === null ? (
          <ChangePanel quote={quote} isTest={provider.kind === 'test'} />
        ) : (
          <PaymentPanel
            provider={provider}
            card={card}
            clientSecret={clientSecret}
            dueCents={quote.due}
            finish={finish}
            onLoadError={onLoadError}
          />
        )}
        {offer ? (
          <section className="px-1 sm:px-6">
            <h2 className="mb-3 font-semibold">{readyTexts.includes}</h2>
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
      {readyTexts.heading}
    </h1>
  )
}

interface ChangePanelProps {
  readonly quote: Quote
  readonly isTest: boolean
}

/** Confirms a plan change with nothing to pay. */
function ChangePanel({ quote, isTest }: ChangePanelProps) {
  const changePlan = usePlanChange()
  const form = useFormSubmit(async () => ({
    form: await changePlan(apiPaths.subscriptionChange, {
      planId: numberOfPlan(quote.plan),
      interval: quote.interval,
    }),
  }))
  const isResumed = quote.kind === 'resume'
  return (
    <Panel className="md:row-span-2">
      <form {...form.formProps} className="flex flex-col gap-5 p-5 sm:p-6">
        <div>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h2 className="text-lg">{changePanelTexts.heading}</h2>
            {isTest ? <Badge tone="warning">{checkoutMessages.form.testMode}</Badge> : null}
          </div>
          <p className="mt-2">{changePanelTexts.nothingToPay}</p>
          {isResumed ? <p className="mt-1 text-ink-muted">{changePanelTexts.resumes}</p> : null}
        </div>
        <FormFooter problem={form.formProblem} isBusy={form.isBusy} busyLabel={changePanelTexts.busy}>
          {isResumed ? changePanelTexts.resume : changePanelTexts.confirm}
        </FormFooter>
      </form>
    </Panel>
  )
}

interface PaymentPanelProps {
  readonly provider: PaymentProviderInfo
  readonly card: CardOnFile | undefined
  readonly clientSecret: string
  readonly dueCents: number
  readonly finish: FinishPayment
  readonly onLoadError: () => void
}

/** Payment form of the configured provider. */
function PaymentPanel({ provider, card, clientSecret, dueCents, finish, onLoadError }: PaymentPanelProps) {
  const [isOtherCard, setIsOtherCard] = useState(false)
  const amount = formatPrice(dueCents)
  const testHint = testModeHint(provider)
  return (
    <Panel className="md:row-span-2">
      <section className="flex flex-col gap-5 p-5 sm:p-6">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 className="text-lg">{paymentPanelTexts.heading}</h2>
          {testHint ? <Badge tone="warning">{paymentPanelTexts.testMode}</Badge> : null}
        </div>
        {testHint ? (
          <p className="flex items-start gap-3 rounded bg-warning-wash p-3 text-warning">
            <Icon of={FlaskConical} className="mt-px" />
            {testHint}
          </p>
        ) : null}
        <Suspense fallback={<Skeleton className="h-80 w-full" />}>
          {card && !isOtherCard ? (
            <CardOnFileForm
              card={card}
              clientSecret={clientSecret}
              payLabel={paymentPanelTexts.pay(amount)}
              finish={finish}
              onOtherCard={() => setIsOtherCard(true)}
            />
          ) : provider.kind === 'stripe' ? (
            <StripePaymentForm
              publishableKey={provider.publishableKey}
              clientSecret={clientSecret}
              payLabel={paymentPanelTexts.pay(amount)}
              finish={finish}
              onLoadError={onLoadError}
            />
          ) : (
            <TestPaymentForm clientSecret={clientSecret} amount={amount} finish={finish} />
          )}
        </Suspense>
        <p className="flex items-start gap-2 text-xs text-ink-muted">
          <Icon of={Lock} sizePx={16} className="mt-0.5" />
          {paymentPanelTexts.secure(
            provider.kind === 'test' ? paymentPanelTexts.testProvider : paymentPanelTexts.stripe,
          )}
        </p>
      </section>
    </Panel>
  )
}

/** Stripe test mode is recognized by the prefix of the publishable key. */
function testModeHint(provider: PaymentProviderInfo): string | undefined {
  if (provider.kind === 'test') return paymentPanelTexts.testHint
  return provider.publishableKey.startsWith('pk_test_') ? paymentPanelTexts.stripeTestHint : undefined
}

interface OrderSummaryProps {
  readonly quote: Quote
  readonly planName: string
}

/** Order summary: plan, price, credit, amount due now and renewal. */
function OrderSummary({ quote, planName }: OrderSummaryProps) {
  const { price, interval, credit, balance, due, creditLeft, kind } = quote
  return (
    <Panel className="overflow-hidden">
      <div className="ruler" aria-hidden="true" />
      <section className="flex flex-col gap-4 p-5 pt-4 sm:p-6 sm:pt-5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="font-semibold">{readyTexts.summary}</h2>
          <TextLink to={paths.plans} className="inline-flex min-h-6 items-center text-xs">
            {readyTexts.otherPlan}
          </TextLink>
        </div>
        <div>
          <p className="font-heading text-lg font-semibold">{readyTexts.plan(planName)}</p>
          <p className="text-ink-muted">
            <span className="figures whitespace-nowrap text-ink">{formatPrice(price)}</span>{' '}
            {interval === 'year' ? readyTexts.perYear : readyTexts.perMonth}
          </p>
        </div>
        <dl className="flex flex-col gap-2 border-t border-line pt-4">
          {due < price ? <SummaryRow label={readyTexts.price} amount={formatPrice(price)} /> : null}
          {credit > 0 ? <CreditRow cents={credit} /> : null}
          {balance > 0 ? <SummaryRow label={readyTexts.balance} amount={`−${formatPrice(balance)}`} /> : null}
          <SummaryRow label={readyTexts.due} amount={formatPrice(due)} isTotal />
        </dl>
        <div className="flex flex-col gap-1 text-xs text-ink-muted">
          {creditLeft > 0 ? <p>{readyTexts.creditLeft(formatPrice(creditLeft))}</p> : null}
          <p>{readyTexts.renews(formatPrice(price), interval)}</p>
          {kind === 'new' ? <p>{readyTexts.moneyBack(moneyBackDays)}</p> : null}
        </div>
      </section>
    </Panel>
  )
}

/** Prorated credit for the unused time of the current plan. */
function CreditRow({ cents }: { readonly cents: number }) {
  const { user } = useAccount()
  const currentPlan = Object.entries(plans).find(([id]) => id === user?.subscription?.plan)
  return (
    <SummaryRow label={readyTexts.credit(currentPlan?.[1].label ?? '')} amount={`−${formatPrice(cents)}`} />
  )
}

interface SummaryRowProps {
  readonly label: string
  readonly amount: string
  readonly isTotal?: boolean
}

function SummaryRow({ label, amount, isTotal = false }: SummaryRowProps) {
  return (
    <div
      className={cx(
        'flex items-baseline justify-between gap-4',
        isTotal && 'font-semibold not-first:mt-1 not-first:border-t not-first:border-line not-first:pt-3',
      )}
    >
      <dt>{label}</dt>
      <dd className={cx('figures whitespace-nowrap', isTotal && 'text-base')}>{amount}</dd>
    </div>
  )
}
