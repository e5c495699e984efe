/** Order summary: plan, price, credit, amount due now and renewal. */
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { formatPrice, moneyBackDays } from '@filesmith/contract/plan-offers'
import { plans } from '@filesmith/contract/plans'
import { paths } from '@filesmith/contract/routes'
import type { Quote } from '@filesmith/contract/schemas/billing'
import { useAccount } from '../../lib/use-account.ts'
import { cx } from '../../ui/cx.ts'
import { Panel } from '../../ui/panel.tsx'
import { TextLink } from '../../ui/text-link.tsx'

const texts = checkoutMessages.ready

interface OrderSummaryProps {
  readonly quote: Quote
  readonly planName: string
}

export function OrderSummary({ quote, planName }: OrderSummaryProps) {
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
