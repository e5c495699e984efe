/** Decides what somebody gets: our own panels, the question, or the network's advertisements. */
import type { PlanId } from '@filesmith/contract/plans'
import type { User } from '@filesmith/contract/schemas/account'
import type { AdConfig, AdMode } from '@filesmith/contract/schemas/ad-config'
import type { AdConsent } from './ad-consent.ts'

interface AdViewer {
  /** Undefined as long as the server has not said it: nobody who may have paid gets advertising. */
  readonly plan: PlanId | undefined
  /** After signing in the account tells its plan sooner than the server does. */
  readonly user: Pick<User, 'subscriptionPlan'> | null
}

/** 'none': foreign advertising is not for them, and there is nothing to choose. */
type AdDecision = 'none' | 'ask' | 'declined' | 'network'

const isInAudience: Readonly<Record<AdMode, (isSignedIn: boolean) => boolean>> = {
  'free-users': () => true,
  // Basic and Pro are left out of this one too.
  all: () => true,
  'non-authenticated': isSignedIn => !isSignedIn,
}

export function decideAds(
  config: AdConfig | null | undefined,
  { plan, user }: AdViewer,
  consent: AdConsent | null,
): AdDecision {
  if (!config?.publisherId || plan !== 'free' || (user && user.subscriptionPlan !== 'free')) return 'none'
  if (!isInAudience[config.mode](user !== null)) return 'none'
  if (consent === null) return 'ask'
  return consent === 'accepted' ? 'network' : 'declined'
}
