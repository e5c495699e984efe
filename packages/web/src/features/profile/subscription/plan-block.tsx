/** Current plan: state, price, actions and limits. */
import { billingMessages } from '@filesmith/contract/messages/billing'
import { profileMessages } from '@filesmith/contract/messages/profile'
import { formatPrice } from '@filesmith/contract/plan-offers'
import { plans } from '@filesmith/contract/plans'
import type { Billing } from '@filesmith/contract/schemas/billing'
import { CircleAlert } from 'lucide-react'
import type { RefObject } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { plansAddress } from '../plans-address.ts'
import { activeSubscription, type PaidSubscription } from './active-subscription.ts'
import type { SubscriptionState } from './describe-subscription.ts'
import { ManageBillingButton } from './manage-billing-button.tsx'
import { PlanContents } from './plan-contents.tsx'
import { PlanSentence } from './plan-sentence.tsx'
import { RenewalButton } from './renewal-button.tsx'

const texts = profileMessages.subscription

const tones = {
  none: 'neutral',
  expired: 'danger',
  free: 'neutral',
  basic: 'success',
  pro: 'success',
  active: 'success',
} as const

interface PlanBlockProps {
  readonly state: SubscriptionState
  readonly billing: Billing | undefined
  readonly isLoading: boolean
  readonly sentenceRef: RefObject<HTMLParagraphElement | null>
}

export function PlanBlock({ state, billing, isLoading, sentenceRef }: PlanBlockProps) {
  const isPastDue = state.issue === 'past-due'
  const subscription = activeSubscription(billing)
  return (
    <SettingsBlock heading={texts.heading} aside={<PlanBadges state={state} billing={billing} />}>
      <div
        className={
          isPastDue
            ? 'flex items-start gap-3 rounded border border-warning bg-warning-wash p-4 mb-3'
            : undefined
        }
      >
        {isPastDue ? <Icon of={CircleAlert} className="mt-0.5 text-warning" /> : null}
        <p ref={sentenceRef} tabIndex={-1} className="text-base outline-none">
          <PlanSentence state={state} />
        </p>
      </div>
      {state.isActive ? <Costs state={state} billing={billing} isLoading={isLoading} /> : null}
      {billing && billing.credit > 0 ? (
        <p className="mt-1 text-ink-muted">{billingMessages.credit(formatPrice(billing.credit))}</p>
      ) : null}
      {state.isActive ? (
        <div className="mt-5 flex flex-wrap gap-3">
          <ManageBillingButton isUrgent={isPastDue} />
          <LinkButton to={plansAddress}>{billingMessages.changePlan}</LinkButton>
          {isLoading ? <Skeleton className="h-10 w-44" /> : null}
          {subscription ? (
            <RenewalButton subscription={subscription} onChanged={() => sentenceRef.current?.focus()} />
          ) : null}
        </div>
      ) : null}
      <h4 className="mt-6 mb-1 font-semibold">{texts.includes}</h4>
      <PlanContents plan={state.effectivePlan} />
    </SettingsBlock>
  )
}

type PartProps = Pick<PlanBlockProps, 'state' | 'billing'>

function PlanBadges({ state, billing }: PartProps) {
  const isTest = billing?.provider === 'test' && (billing.subscription ?? billing.invoices.length > 0)
  return (
    <span className="flex flex-wrap gap-2">
      {isTest ? <Badge tone="warning">{billingMessages.testMode}</Badge> : null}
      {state.issue ? (
        <Badge tone={state.issue === 'past-due' ? 'warning' : 'neutral'}>
          {billingMessages.badges[state.issue]}
        </Badge>
      ) : null}
      <Badge tone={tones[state.badge]}>{texts.badges[state.badge]}</Badge>
    </span>
  )
}

function describeCosts({ isGranted }: SubscriptionState, paid: PaidSubscription | undefined): string {
  if (!paid) return billingMessages.granted
  const price = billingMessages.price(formatPrice(paid.price), paid.interval)
  return isGranted ? billingMessages.paidBeside(plans[paid.plan].label, price) : price
}

/** Reserves its line while billing is loading. */
function Costs({ state, billing, isLoading }: Omit<PlanBlockProps, 'sentenceRef'>) {
  if (isLoading) return <Skeleton className="mt-1 h-5.5 w-28" />
  if (!billing || state.issue === 'cancelled') return null
  return <p className="mt-1 text-ink-muted">{describeCosts(state, activeSubscription(billing))}</p>
}
