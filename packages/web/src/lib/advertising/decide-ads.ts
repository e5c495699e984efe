/** Decides between built-in ads, the consent prompt and network ads. */
import type { PlanId } from '@filesmith/contract/plans'
import type { User } from '@filesmith/contract/schemas/account'
import type { AdConfig, AdMode } from '@filesmith/contract/schemas/ad-config'
import type { AdConsent } from './ad-consent.ts'

interface AdViewer {
  /** Undefined while loading: no network ads for users who may have paid. */
  readonly plan: PlanId | undefined
  /** After signing in, the account has its plan before the capabilities are reloaded. */
  readonly user: Pick<User, 'subscriptionPlan'> | null
}

/** 'none': network ads are not shown to this user, who has no choice. */
type AdDecision = 'none' | 'ask' | 'declined' | 'network'

const isInAudience: Readonly<Record<AdMode, (isSignedIn: boolean) => boolean>> = {
  'free-users': () => true,
  // Basic and Pro are excluded here too.
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
