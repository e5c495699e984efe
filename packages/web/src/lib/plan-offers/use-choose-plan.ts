/** Chooses a plan: shows a toast and then loads the checkout. */
import { offerMessages } from '@filesmith/contract/messages/plans'
import { type BillingInterval, priceOf } from '@filesmith/contract/plan-offers'
import { paths } from '@filesmith/contract/routes'
import type { PlanOffer } from '@filesmith/contract/schemas/billing'
import { useEffect, useState } from 'react'
import { siteAddress } from '../site-address.ts'
import { toasts } from '../toast-store.ts'

/** Time to notice the toast. */
const redirectDelayMs = 500

interface PlanChoice {
  /** Id of the plan whose checkout is about to open. */
  readonly chosenId: number | undefined
  choose(offer: PlanOffer, interval: BillingInterval): void
}

interface ChosenPlan {
  readonly id: number
  readonly url: string
}

export function useChoosePlan(): PlanChoice {
  const [chosen, setChosen] = useState<ChosenPlan>()

  useEffect(() => {
    if (!chosen) return
    // Full page load, as specified.
    const timer = setTimeout(() => window.location.assign(siteAddress(chosen.url)), redirectDelayMs)
    return () => clearTimeout(timer)
  }, [chosen])

  useEffect(() => {
    // Resets the choice when the page is restored from the back/forward cache.
    const resetOnRestore = (event: PageTransitionEvent) => event.persisted && setChosen(undefined)
    window.addEventListener('pageshow', resetOnRestore)
    return () => window.removeEventListener('pageshow', resetOnRestore)
  }, [])

  return {
    chosenId: chosen?.id,
    choose(offer, interval) {
      if (chosen) return
      toasts.show(offerMessages.selected(offer.name))
      setChosen({ id: offer.id, url: checkoutUrl(offer, interval) })
    },
  }
}

function checkoutUrl({ id, price }: PlanOffer, interval: BillingInterval): string {
  return `${paths.checkout}?planId=${id}&amount=${priceOf(price, interval) / 100}`
}
