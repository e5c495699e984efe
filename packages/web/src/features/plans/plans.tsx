/** /premium/plans: plan cards, comparison and FAQ. */

import { apiPaths } from '@filesmith/contract/api-paths'
import { offerMessages, planQuestions, plansMessages } from '@filesmith/contract/messages/plans'
import {
  type BillingInterval,
  billingIntervals,
  formatPrice,
  moneyBackDays,
  planOfNumber,
  yearlyPrice,
} from '@filesmith/contract/plan-offers'
import type { PlanId } from '@filesmith/contract/plans'
import { paths } from '@filesmith/contract/routes'
import { type Billing, billingSchema, type PlanOffer } from '@filesmith/contract/schemas/billing'
import { useQuery } from '@tanstack/react-query'
import { CalendarX2, type LucideIcon, Repeat2, ShieldCheck } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useSearchParams } from 'react-router'
import { ChoosePlanButton } from '../../lib/plan-offers/choose-plan-button.tsx'
import { PlanOffersLoader } from '../../lib/plan-offers/plan-offers-loader.tsx'
import { PlanPoints } from '../../lib/plan-offers/plan-points.tsx'
import { PlanPrice } from '../../lib/plan-offers/plan-price.tsx'
import { useChoosePlan } from '../../lib/plan-offers/use-choose-plan.ts'
import { toasts } from '../../lib/toast-store.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { FaqSection } from '../../ui/faq-section.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PlanComparison } from './plan-comparison.tsx'

const texts = plansMessages.promises

const promises: readonly { readonly icon: LucideIcon; readonly title: string; readonly text: string }[] = [
  { icon: ShieldCheck, ...texts.moneyBack(moneyBackDays) },
  { icon: CalendarX2, ...texts.cancel },
  { icon: Repeat2, ...texts.credit },
]

const parameter = 'billing'

const yearly = 'yearly'

const { heading, entries, more, contact } = planQuestions

export function Plans() {
  const [interval, setInterval] = useBillingInterval()
  return (
    <div className="flex flex-col gap-10">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-6">
        <div className="max-w-xl grow basis-80">
          <h1 className="text-2xl">{plansMessages.heading}</h1>
          <p className="mt-3 text-base text-ink-muted">{plansMessages.lead}</p>
        </div>
        <BillingToggle interval={interval} onChange={setInterval} />
      </header>
      <PlanOffersLoader skeleton={<CardsSkeleton />}>
        {(offers, current) => (
          <div className="flex flex-col gap-14">
            <div className="flex flex-col gap-8">
              <PlanCards offers={offers} current={current} interval={interval} />
              <PlanPromises />
            </div>
            <PlanComparison offers={offers} />
            <PlanQuestions />
          </div>
        )}
      </PlanOffersLoader>
    </div>
  )
}

function CardsSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-4 md:grid-cols-3">
      <Skeleton className="h-115 sm:h-93 md:h-162" />
      <Skeleton className="h-137 sm:h-109 md:h-162" />
      <Skeleton className="h-152 sm:h-117 md:h-162" />
    </div>
  )
}

/** FAQ of the plans page. */
function PlanQuestions() {
  return (
    <FaqSection
      heading={heading}
      entries={entries(moneyBackDays)}
      more={{ text: more, label: contact, to: paths.contact }}
    />
  )
}

/** Billing interval in the query string, so that it is kept when returning from the checkout. */
function useBillingInterval(): [BillingInterval, (interval: BillingInterval) => void] {
  const [search, setSearch] = useSearchParams()
  const set = (interval: BillingInterval) => {
    const next = new URLSearchParams(search)
    if (interval === 'year') next.set(parameter, yearly)
    else next.delete(parameter)
    setSearch(next, { replace: true })
  }
  return [search.get(parameter) === yearly ? 'year' : 'month', set]
}

/** Guarantees for paying customers: refund, cancellation, credit. */
function PlanPromises() {
  return (
    <ul aria-label={texts.heading} className="grid gap-x-4 gap-y-5 md:grid-cols-3">
      {promises.map(({ icon, title, text }) => (
        <li key={title} className="flex items-start gap-3 px-1 md:px-5">
          <Icon of={icon} className="mt-0.5 text-success" />
          <div>
            <p className="font-semibold">{title}</p>
            <p className="text-ink-muted">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

interface BillingToggleProps {
  readonly interval: BillingInterval
  readonly onChange: (interval: BillingInterval) => void
}

/** Switch between monthly and yearly billing, with the yearly saving. */
function BillingToggle({ interval, onChange }: BillingToggleProps) {
  const name = useId()
  return (
    <fieldset className="min-w-0 max-sm:w-full">
      <legend className="sr-only">{plansMessages.billing}</legend>
      <div className="flex gap-1 rounded border border-line bg-surface-sunken p-1">
        {billingIntervals.map(choice => (
          <label
            key={choice}
            className="choice focus-inside relative flex min-h-11 grow cursor-pointer items-center justify-center gap-2 rounded border border-transparent px-4 font-semibold whitespace-nowrap text-ink-muted transition-colors hover:text-ink has-checked:border-line-strong has-checked:bg-surface has-checked:text-ink"
          >
            <input
              type="radio"
              name={name}
              value={choice}
              checked={choice === interval}
              onChange={() => onChange(choice)}
              className="absolute inset-0 cursor-[inherit] opacity-0"
            />
            <span>{plansMessages.intervals[choice]}</span>{' '}
            {choice === 'year' ? <Badge tone="success">{plansMessages.saving}</Badge> : null}
          </label>
        ))}
      </div>
      <p role="status" className="sr-only">
        {plansMessages.pricesShown[interval]}
      </p>
    </fieldset>
  )
}

interface PlanCardsProps {
  readonly offers: readonly PlanOffer[]
  /** Null for visitors. */
  readonly current: PlanId | null
  readonly interval: BillingInterval
}

/** Cards of all plans. */
function PlanCards({ offers, current, interval }: PlanCardsProps) {
  const { chosenId, choose } = useChoosePlan()
  const subscription = useCurrentSubscription(current)
  return (
    <ul aria-label={plansMessages.cards} className="grid items-stretch gap-4 md:grid-cols-3">
      {offers.map(offer => {
        const isCurrent = current !== null && planOfNumber(offer.id) === current
        return (
          <PlanCard key={offer.id} offer={offer} interval={interval} isCurrent={isCurrent}>
            <PlanAction
              offer={offer}
              interval={interval}
              current={current}
              isCurrent={isCurrent}
              subscription={subscription}
              isChosen={chosenId === offer.id}
              onChoose={() => choose(offer, interval)}
            />
          </PlanCard>
        )
      })}
    </ul>
  )
}

interface PlanActionProps {
  readonly offer: PlanOffer
  readonly interval: BillingInterval
  readonly current: PlanId | null
  readonly isCurrent: boolean
  readonly subscription: CurrentSubscription
  readonly isChosen: boolean
  readonly onChoose: () => void
}

/** Action button of a plan, depending on the user's current plan. */
function PlanAction(props: PlanActionProps) {
  const { offer, isCurrent, isChosen, onChoose } = props
  if (offer.price === 0)
    return (
      // `aria-disabled`, so that clicking it can explain why.
      <Button size="large" aria-disabled="true" onClick={() => toasts.show(plansMessages.freeToast)}>
        {isCurrent ? offerMessages.currentPlan : plansMessages.forEveryone}
      </Button>
    )
  const label = labelOf(props)
  if (label === undefined)
    return (
      <LinkButton size="large" to={`${paths.profile}?section=subscription`}>
        {plansMessages.manage}
      </LinkButton>
    )
  return (
    <ChoosePlanButton
      label={label}
      variant={offer.isPro ? 'accent' : 'solid'}
      isChosen={isChosen}
      onChoose={onChoose}
    />
  )
}

/** Undefined when the user already has exactly this subscription, or while it is loading. */
function labelOf({ offer, interval, current, isCurrent, subscription }: PlanActionProps): string | undefined {
  if (!isCurrent)
    return current === null || current === 'free'
      ? offerMessages.choose(offer.name)
      : offerMessages.switchTo(offer.name)
  if (subscription === undefined) return undefined
  // A plan granted without payment can be bought.
  if (subscription?.plan !== current) return offerMessages.choose(offer.name)
  if (subscription.interval !== interval) return plansMessages.switchInterval[interval]
  return subscription.status === 'cancelled' ? plansMessages.keep(offer.name) : undefined
}

type CurrentSubscription = Billing['subscription'] | undefined

/** Undefined while loading; only requested for users on a paid plan. */
function useCurrentSubscription(current: PlanId | null): CurrentSubscription {
  const { data } = useQuery({
    queryKey: [apiPaths.subscription],
    select: billingSchema.parse,
    enabled: current === 'basic' || current === 'pro',
  })
  return data?.subscription
}

interface PlanCardProps {
  readonly offer: PlanOffer
  readonly interval: BillingInterval
  readonly isCurrent: boolean
  /** Action. */
  readonly children: ReactNode
}

/** Card of a plan: name, price, action and features. */
function PlanCard({ offer, interval, isCurrent, children }: PlanCardProps) {
  const headingId = useId()
  const { name, description, price, features, isPopular, isPro } = offer
  return (
    <li className="flex min-w-0">
      <article
        aria-labelledby={headingId}
        data-highlighted={isPro || undefined}
        className={cx(
          'flex grow flex-col overflow-hidden rounded border',
          isPro ? 'border-accent bg-surface-raised ring-1 ring-accent' : 'border-line bg-surface',
        )}
      >
        <div className={cx('p-5 pb-6', isPro && 'bg-accent-wash')}>
          <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <h2 id={headingId} className="text-lg">
              {name}
            </h2>
            {isCurrent ? <Badge tone="success">{plansMessages.yours}</Badge> : null}
            {isPopular ? <Badge tone="accent">{offerMessages.popular}</Badge> : null}
          </div>
          <p className="mt-1 text-ink-muted">{description}</p>
          <div className="mt-4">
            <PlanPrice monthlyCents={price} interval={price === 0 ? 'month' : interval} size="large" />
          </div>
          <p className="mt-1 text-xs text-ink-muted tabular-nums md:min-h-10">{priceNote(price, interval)}</p>
          <div className="mt-4 grid">{children}</div>
        </div>
        <PlanPoints
          points={features}
          isFree={price === 0}
          className="flex grow flex-col border-t border-line p-5 sm:max-md:grid sm:max-md:grid-cols-2"
        />
      </article>
    </li>
  )
}

function priceNote(monthlyCents: number, interval: BillingInterval): string {
  const { priceNotes } = plansMessages
  if (monthlyCents === 0) return priceNotes.free
  if (interval === 'month') return priceNotes.month
  const yearCents = yearlyPrice(monthlyCents)
  return priceNotes.year(formatPrice(yearCents / 12), formatPrice(monthlyCents * 12 - yearCents))
}
