/** Subscription section: current plan, billing and upgrade prompt. */
import { promotions } from '@filesmith/contract/messages/frame'
import { profileMessages } from '@filesmith/contract/messages/profile'
import type { User } from '@filesmith/contract/schemas/account'
import { useRef } from 'react'
import { AdPanel } from '../../../ui/ad-panel.tsx'
import { CheckList } from '../../../ui/check-list.tsx'
import { PlanPrompt } from '../plan-prompt.tsx'
import { Section } from '../section.tsx'
import { BillingBlocks } from './billing-blocks.tsx'
import { describeSubscription } from './describe-subscription.ts'
import { PlanBlock } from './plan-block.tsx'
import { useBilling } from './use-billing.ts'

const texts = profileMessages.subscription

export function SubscriptionSection({ user }: { readonly user: User }) {
  const state = describeSubscription(user, new Date())
  const query = useBilling(user)
  const sentenceRef = useRef<HTMLParagraphElement>(null)
  const isFree = state.effectivePlan === 'free'
  return (
    <Section id="subscription">
      <PlanBlock state={state} billing={query.data} isLoading={query.isPending} sentenceRef={sentenceRef} />
      {isFree ? <PlanPrompt {...texts.upgrade} /> : null}
      <BillingBlocks query={query} onChanged={() => sentenceRef.current?.focus()} />
      {isFree ? (
        <AdPanel heading={texts.ad.heading} text={texts.ad.text} className="min-h-72">
          <CheckList points={promotions.premium.points} className="flex flex-col" />
        </AdPanel>
      ) : null}
    </Section>
  )
}
