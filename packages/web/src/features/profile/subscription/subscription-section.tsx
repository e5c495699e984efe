/** Subscription: the plan one has, until when, what it includes, and the way to a larger one. */
import { promotions } from '@filesmith/contract/messages/frame'
import { profileMessages } from '@filesmith/contract/messages/profile'
import type { User } from '@filesmith/contract/schemas/account'
import type { ReactNode } from 'react'
import { AdPanel } from '../../../ui/ad-panel.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { CheckList } from '../../../ui/check-list.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { LocalTime } from '../local-time.tsx'
import { PlanPrompt } from '../plan-prompt.tsx'
import { plansAddress } from '../plans-address.ts'
import { Section } from '../section.tsx'
import { SettingsBlock } from '../settings-block.tsx'
import { describeSubscription } from './describe-subscription.ts'
import { PlanContents } from './plan-contents.tsx'

const texts = profileMessages.subscription

const tones = {
  none: 'neutral',
  expired: 'danger',
  free: 'neutral',
  basic: 'success',
  pro: 'success',
  active: 'success',
} as const

export function SubscriptionSection({ user }: { readonly user: User }) {
  const state = describeSubscription(user, new Date())
  const isFree = state.inForce === 'free'
  return (
    <Section id="subscription">
      <SettingsBlock
        heading={texts.heading}
        aside={<Badge tone={tones[state.badge]}>{texts.badges[state.badge]}</Badge>}
      >
        <p className="text-base">{describeDates(state)}</p>
        <h4 className="mt-6 mb-1 font-semibold">{texts.includes}</h4>
        <PlanContents plan={state.inForce} />
        {isFree ? null : (
          <LinkButton to={plansAddress} className="mt-5">
            {texts.comparePlans}
          </LinkButton>
        )}
      </SettingsBlock>
      {isFree ? (
        <>
          <PlanPrompt {...texts.upgrade} />
          <AdPanel heading={texts.ad.heading} text={texts.ad.text} className="min-h-72">
            <CheckList points={promotions.premium.points} className="flex flex-col" />
          </AdPanel>
        </>
      ) : null}
    </Section>
  )
}

function describeDates({ badge, label, expiryDate }: ReturnType<typeof describeSubscription>): ReactNode {
  if (badge === 'none') return texts.noPlan
  if (badge === 'free') return texts.freePlan
  if (expiryDate === null) return texts.endless(label)
  if (badge === 'expired')
    return (
      <>
        {texts.expired(label)} <LocalTime iso={expiryDate} />. {texts.fallsBack}
      </>
    )
  return (
    <>
      {texts.renews(label)} <LocalTime iso={expiryDate} />.
    </>
  )
}
