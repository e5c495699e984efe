/** /pricing: price list of the three plans and contact for sales. */
import { pricingMessages } from '@filesmith/contract/messages/pricing'
import { moneyBackDays } from '@filesmith/contract/plan-offers'
import { paths } from '@filesmith/contract/routes'
import { PlanOffersLoader } from '../../lib/plan-offers/plan-offers-loader.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { PriceList } from './price-list.tsx'

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
