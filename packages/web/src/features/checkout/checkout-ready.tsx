/** Order summary and payment form. */

import { apiPaths } from '@filesmith/contract/api-paths'
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { formatPrice, moneyBackDays, numberOfPlan } from '@filesmith/contract/plan-offers'
import { plans } from '@filesmith/contract/plans'
import { paths } from '@filesmith/contract/routes'
import type { PaymentIntentReply, PaymentProviderInfo, Quote } from '@filesmith/contract/schemas/billing'
import { FlaskConical, Lock } from 'lucide-react'
import { lazy, Suspense, useLayoutEffect, useRef } from 'react'
import { usePlanOffers } from '../../lib/plan-offers/use-plan-offers.ts'
import { useAccount } from '../../lib/use-account.ts'
import { useFormSubmit } from '../../lib/use-form-submit.ts'
import { Badge } from '../../ui/badge.tsx'
import { CheckList } from '../../ui/check-list.tsx'
import { cx } from '../../ui/cx.ts'
import { FormFooter } from '../../ui/form-footer.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { checkoutGrid } from './checkout-grid.ts'
import type { FinishPayment } from './use-checkout.ts'
import { usePlanChange } from './use-plan-change.ts'

const texts = checkoutMessages.ready

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
  readonly clientSecret: string
  readonly dueCents: number
  readonly finish: FinishPayment
  readonly onLoadError: () => void
}

/** Payment form of the configured provider. */
function PaymentPanel({ provider, clientSecret, dueCents, finish, onLoadError }: PaymentPanelProps) {
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
          {provider.kind === 'stripe' ? (
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
          <h2 className="font-semibold">{texts.summary}</h2>
          <TextLink to={paths.plans} className="inline-flex min-h-6 items-center text-xs">
            {texts.otherPlan}
          </TextLink>
        </div>
        <div>
          <p className="font-heading text-lg font-semibold">{texts.plan(planName)}</p>
          <p className="text-ink-muted">
            <span className="figures text-ink">{formatPrice(price)}</span>{' '}
            {interval === 'year' ? texts.perYear : texts.perMonth}
          </p>
        </div>
        <dl className="flex flex-col gap-2 border-t border-line pt-4">
          {due < price ? <SummaryRow label={texts.price} amount={formatPrice(price)} /> : null}
          {credit > 0 ? <CreditRow cents={credit} /> : null}
          {balance > 0 ? <SummaryRow label={texts.balance} amount={`−${formatPrice(balance)}`} /> : null}
          <SummaryRow label={texts.due} amount={formatPrice(due)} isTotal />
        </dl>
        <div className="flex flex-col gap-1 text-xs text-ink-muted">
          {creditLeft > 0 ? <p>{texts.creditLeft(formatPrice(creditLeft))}</p> : null}
          <p>{texts.renews(formatPrice(price), interval)}</p>
          {kind === 'new' ? <p>{texts.moneyBack(moneyBackDays)}</p> : null}
        </div>
      </section>
    </Panel>
  )
}

/** Prorated credit for the unused time of the current plan. */
function CreditRow({ cents }: { readonly cents: number }) {
  const { user } = useAccount()
  const currentPlan = Object.entries(plans).find(([id]) => id === user?.subscription?.plan)
  return <SummaryRow label={texts.credit(currentPlan?.[1].label ?? '')} amount={`−${formatPrice(cents)}`} />
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
      <dd className={cx('figures', isTotal && 'text-base')}>{amount}</dd>
    </div>
  )
}
