/** /pricing: price list of the three plans and contact for sales. */

import { frameMessages } from '@filesmith/contract/messages/frame'
import { offerMessages } from '@filesmith/contract/messages/plans'
import { pricingMessages } from '@filesmith/contract/messages/pricing'
import { moneyBackDays, planOfNumber, promisedFileSize } from '@filesmith/contract/plan-offers'
import type { PlanId } from '@filesmith/contract/plans'
import { paths } from '@filesmith/contract/routes'
import type { PlanOffer } from '@filesmith/contract/schemas/billing'
import { type ReactNode, useId } from 'react'
import { ChoosePlanButton } from '../../lib/plan-offers/choose-plan-button.tsx'
import { PlanOffersLoader } from '../../lib/plan-offers/plan-offers-loader.tsx'
import { PlanPoints } from '../../lib/plan-offers/plan-points.tsx'
import { PlanPrice } from '../../lib/plan-offers/plan-price.tsx'
import { useChoosePlan } from '../../lib/plan-offers/use-choose-plan.ts'
import { useSiteAccess } from '../../lib/use-site-access.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextLink } from '../../ui/text-link.tsx'

const fullWidth = 'w-full'

const { sales } = pricingMessages

export function Pricing() {
  return (
    <div className="flex flex-col gap-8">
      <header>
        <h1 className="text-2xl">{pricingMessages.heading}</h1>
        <p className="mt-3 text-base text-ink-muted">{pricingMessages.lead}</p>
      </header>
      <PlanOffersLoader skeleton={<ListSkeleton />}>
        {(offers, current) => (
          <>
            <PriceList offers={offers} current={current} />
            <p className="mt-5 text-ink-muted">
              {pricingMessages.terms(moneyBackDays)} {pricingMessages.yearly}{' '}
              <TextLink to={paths.plans} className="text-ink">
                {pricingMessages.comparePlans}
              </TextLink>
            </p>
          </>
        )}
      </PlanOffersLoader>
      <section className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border-t border-line pt-8">
        <div className="max-w-prose grow basis-64">
          <h2 className="text-lg">{sales.heading}</h2>
          <p className="mt-1 text-ink-muted">{sales.text}</p>
        </div>
        <LinkButton to={paths.contact} size="large" className="max-sm:w-full">
          {sales.action}
        </LinkButton>
      </section>
    </div>
  )
}

function ListSkeleton() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-3">
      <Skeleton className="h-86 md:h-41" />
      <Skeleton className="h-86 md:h-41" />
      <Skeleton className="h-86 md:h-41" />
    </div>
  )
}

interface PriceListProps {
  readonly offers: readonly PlanOffer[]
  /** Null for visitors. */
  readonly current: PlanId | null
}

/** Where not everyone can sign up, users with an account sign in. */
function FreePlanLink() {
  const isOpen = useSiteAccess().signUp === 'open'
  return (
    <LinkButton size="large" to={isOpen ? paths.signUp : paths.signIn} className={fullWidth}>
      {isOpen ? pricingMessages.signUpFree : frameMessages.signIn}
    </LinkButton>
  )
}

/** Price list of the plans; the current plan is marked and cannot be chosen. */
function PriceList({ offers, current }: PriceListProps) {
  const { chosenId, choose } = useChoosePlan()

  const actionFor = (offer: PlanOffer) => {
    if (current !== null && planOfNumber(offer.id) === current)
      return (
        <Button size="large" disabled className={fullWidth}>
          {offerMessages.currentPlan}
        </Button>
      )
    if (offer.price === 0)
      // Free: visitors sign up, paying users cancel in their profile.
      return current === null ? (
        <FreePlanLink />
      ) : (
        <LinkButton size="large" to={`${paths.profile}?section=subscription`} className={fullWidth}>
          {pricingMessages.backToFree}
        </LinkButton>
      )
    const isPaying = current !== null && current !== 'free'
    return (
      <ChoosePlanButton
        label={isPaying ? offerMessages.switchTo(offer.name) : offerMessages.choose(offer.name)}
        variant={offer.isPopular ? 'accent' : 'solid'}
        isChosen={chosenId === offer.id}
        onChoose={() => choose(offer, 'month')}
        className={fullWidth}
      />
    )
  }
  return (
    <ul aria-label={pricingMessages.plans} className="flex flex-col gap-3">
      {offers.map(offer => (
        <PriceRow key={offer.id} offer={offer}>
          {actionFor(offer)}
        </PriceRow>
      ))}
    </ul>
  )
}

interface PriceRowProps {
  readonly offer: PlanOffer
  /** Action. */
  readonly children: ReactNode
}

/** Row of a plan: name, four key points and price. */
function PriceRow({ offer, children }: PriceRowProps) {
  const headingId = useId()
  return (
    <li>
      <article
        aria-labelledby={headingId}
        className="grid gap-x-8 gap-y-5 rounded border border-line bg-surface p-5 md:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)_13rem] md:items-center md:p-6"
      >
        <div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 id={headingId} className="text-lg">
              {offer.name}
            </h2>
            {offer.isPopular ? <Badge tone="accent">{offerMessages.popular}</Badge> : null}
          </div>
          <p className="mt-1 text-ink-muted">{offer.description}</p>
        </div>
        <PlanPoints
          points={pointsOf(offer)}
          isFree={offer.price === 0}
          className="grid max-md:order-last sm:max-md:grid-cols-2"
        />
        <div className="flex flex-col gap-3">
          <PlanPrice monthlyCents={offer.price} interval="month" size="regular" />
          {children}
        </div>
      </article>
    </li>
  )
}

/** Plans unknown to this page show the features sent by the server. */
function pointsOf({ id, conversionsPerDay, features }: PlanOffer): readonly string[] {
  const plan = planOfNumber(id)
  if (!plan) return features
  const { perDay, unlimited, fileSize, ads, speed } = pricingMessages
  return [
    conversionsPerDay === null ? unlimited : perDay(conversionsPerDay),
    fileSize(promisedFileSize[plan]),
    ads[plan],
    speed[plan],
  ]
}
