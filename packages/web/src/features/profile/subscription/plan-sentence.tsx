/** State of the plan in one or two sentences, with the relevant date. */
import { billingMessages } from '@filesmith/contract/messages/billing'
import { profileMessages } from '@filesmith/contract/messages/profile'
import { LocalTime } from '../../../ui/local-time.tsx'
import type { SubscriptionState } from './describe-subscription.ts'

const texts = profileMessages.subscription

export function PlanSentence({ state }: { readonly state: SubscriptionState }) {
  const { badge, label, expiryDate, issue, isGranted } = state
  if (badge === 'none') return texts.noPlan
  if (badge === 'free') return texts.freePlan
  if (expiryDate === null) return isGranted ? texts.granted(label) : texts.endless(label)
  const date = <LocalTime iso={expiryDate} />
  if (badge === 'expired')
    return (
      <>
        {texts.expired(label)} {date}. {texts.fallsBack}
      </>
    )
  if (isGranted)
    return (
      <>
        {texts.grantedUntil(label)} {date}.
      </>
    )
  if (issue === 'cancelled')
    return (
      <>
        {billingMessages.ends(label)} {date}. {billingMessages.endsHint}
      </>
    )
  if (issue === 'past-due')
    return (
      <>
        {billingMessages.pastDue.text(label)} {billingMessages.pastDue.until} {date}.{' '}
        {billingMessages.pastDue.after}
      </>
    )
  return (
    <>
      {texts.renews(label)} {date}.
    </>
  )
}
