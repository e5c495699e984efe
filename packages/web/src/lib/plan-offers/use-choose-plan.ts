/** Choosing a plan: a word about it, and a moment later the checkout. */
import { offerMessages } from '@filesmith/contract/messages/plans'
import { type BillingInterval, priceOf } from '@filesmith/contract/plan-offers'
import { paths } from '@filesmith/contract/routes'
import type { PlanOffer } from '@filesmith/contract/schemas/billing'
import { useEffect, useState } from 'react'
import { toasts } from '../toast-store.ts'

/** Long enough for the toast to be noticed. */
const redirectDelayMs = 500

interface PlanChoice {
  /** The number of the plan whose checkout is about to open. */
  readonly chosenId: number | undefined
  choose(offer: PlanOffer, interval: BillingInterval): void
}

interface Chosen {
  readonly id: number
  readonly address: string
}

export function useChoosePlan(): PlanChoice {
  const [chosen, setChosen] = useState<Chosen>()

  useEffect(() => {
    if (!chosen) return
    // The whole page, as the specification has it: the checkout begins with nothing left over from here.
    const timer = setTimeout(() => window.location.assign(chosen.address), redirectDelayMs)
    return () => clearTimeout(timer)
  }, [chosen])

  useEffect(() => {
    // A browser may keep the page as it was left; whoever comes back to it can choose anew.
    const forget = (event: PageTransitionEvent) => event.persisted && setChosen(undefined)
    window.addEventListener('pageshow', forget)
    return () => window.removeEventListener('pageshow', forget)
  }, [])

  return {
    chosenId: chosen?.id,
    choose(offer, interval) {
      if (chosen) return
      toasts.show(offerMessages.selected(offer.name))
      setChosen({ id: offer.id, address: checkoutAddress(offer, interval) })
    },
  }
}

function checkoutAddress({ id, price }: PlanOffer, interval: BillingInterval): string {
  return `${paths.checkout}?planId=${id}&amount=${priceOf(price, interval) / 100}`
}
