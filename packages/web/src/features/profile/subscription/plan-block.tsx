/** Current plan: state, price, actions and limits. */

import { apiPaths } from '@filesmith/contract/api-paths'
import { billingMessages } from '@filesmith/contract/messages/billing'
import { profileMessages } from '@filesmith/contract/messages/profile'
import { formatPrice } from '@filesmith/contract/plan-offers'
import { allowanceDaysPerMonth, type PlanId, plans } from '@filesmith/contract/plans'
import { paths } from '@filesmith/contract/routes'
import { type Billing, portalReplySchema } from '@filesmith/contract/schemas/billing'
import type { Usage } from '@filesmith/contract/schemas/usage'
import { useMutation } from '@tanstack/react-query'
import { CircleAlert, LoaderCircle } from 'lucide-react'
import type { RefObject } from 'react'
import { useRef, useState } from 'react'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { RequestError, request } from '../../../lib/request.ts'
import { siteAddress } from '../../../lib/site-address.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { useRefusal } from '../../../lib/use-refusal.ts'
import { useUsage } from '../../../lib/use-usage.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { plansAddress } from '../plans-address.ts'
import { activeSubscription, type PaidSubscription } from './active-subscription.ts'
import { BillingConfirmDialog } from './billing-confirm-dialog.tsx'
import type { SubscriptionState } from './describe-subscription.ts'
import { useBillingChange } from './use-billing-change.ts'

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

/** State of the plan in one or two sentences, with the relevant date. */
function PlanSentence({ state }: { readonly state: SubscriptionState }) {
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

/** Limits of a plan. */
function PlanContents({ plan }: { readonly plan: PlanId }) {
  const usage = useUsage()
  return (
    <dl className="divide-y divide-line">
      {rowsOf(plan, usage).map(([label, value]) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-6 py-2">
          <dt className="text-ink-muted">{label}</dt>
          <dd className="font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function rowsOf(planId: PlanId, usage: Usage | undefined): readonly (readonly [string, string])[] {
  const plan = plans[planId]
  // The server may be configured with other limits than the plan; the usage has the actual ones.
  const perDay = usage ? usage.today.total : plan.conversionsPerDay
  const perMonth = usage ? usage.month.total : perDay && perDay * allowanceDaysPerMonth
  const { rows } = texts
  return [
    [rows.perDay, countOrUnlimited(perDay)],
    [rows.perMonth, countOrUnlimited(perMonth)],
    [rows.fileSize, fileSizeOf(plan.raisesFileLimitToBytes)],
    [rows.atOnce, String(plan.concurrentJobs)],
    [rows.storage, storageOf(plan.storageHours)],
    [rows.batch, batchOf(plan.batchFiles, formatBytes(plan.batchFileBytes))],
  ]
}

function countOrUnlimited(count: number | null): string {
  return count === null ? texts.unlimited : String(count)
}

function fileSizeOf(raisedToBytes: number): string {
  return raisedToBytes === 0 ? texts.ownLimit : texts.upTo(formatBytes(raisedToBytes))
}

function storageOf(hours: number): string {
  return hours <= 24 ? texts.hours(hours) : texts.days(hours / 24)
}

function batchOf(files: number | null, size: string): string {
  return files === null ? texts.anyBatch(size) : texts.batch(files, size)
}

interface ManageBillingButtonProps {
  /** Highlights the button if the user has to act now. */
  readonly isUrgent: boolean
}

/** Opens the customer portal of the payment provider. */
function ManageBillingButton({ isUrgent }: ManageBillingButtonProps) {
  const refusal = useRefusal()
  // Not busy while navigating away: the back/forward cache may restore the page in this state.
  const { isPending: isBusy, mutate } = useMutation({
    mutationFn: async () => {
      const reply = await request('POST', apiPaths.billingPortal)
      window.location.assign(sameOriginPath(portalReplySchema.parse(await reply.json()).url))
    },
    onError(error) {
      if (isNothingToManage(error)) toasts.show(billingMessages.nothingToManage)
      else refusal.asToast(error, billingMessages.manageFailed)
    },
  })

  return (
    <Button
      variant={isUrgent ? 'accent' : 'outline'}
      aria-disabled={isBusy || undefined}
      onClick={() => isBusy || mutate()}
    >
      {isBusy ? <Icon of={LoaderCircle} sizePx={16} className="turn" /> : null}
      {billingMessages.manage}
    </Button>
  )
}

/** Keeps test billing on the current origin, where the user is signed in; PUBLIC_URL may be another one. */
function sameOriginPath(url: string): string {
  const { pathname } = new URL(url, window.location.href)
  return pathname === siteAddress(paths.testBilling) ? pathname : url
}

function isNothingToManage(error: unknown): boolean {
  return error instanceof RequestError && error.code === 'nothing-to-manage'
}

const renewalTexts = billingMessages

interface RenewalButtonProps {
  readonly subscription: PaidSubscription
  /** Moves the focus to the new state, since the pressed button disappears. */
  readonly onChanged: () => void
}

/** Cancels a renewing subscription after confirmation, or resumes a canceled one. */
function RenewalButton({ subscription, onChanged }: RenewalButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  const cancelRef = useRef<HTMLButtonElement>(null)
  const refusal = useRefusal()
  const { isBusy, change } = useBillingChange()
  const { plan, status, periodEnd } = subscription
  const endsAtOnce = status === 'past-due'
  const { label } = plans[plan]

  const resume = async () => {
    try {
      await change(apiPaths.subscriptionResume, renewalTexts.resumed)
      onChanged()
    } catch (error) {
      refusal.asToast(error, renewalTexts.resumeFailed)
    }
  }

  return (
    <>
      {status === 'cancelled' ? (
        <Button variant="solid" aria-disabled={isBusy || undefined} onClick={() => void resume()}>
          {renewalTexts.resume}
        </Button>
      ) : (
        <Button
          ref={cancelRef}
          variant="danger"
          className="border border-danger"
          onClick={() => setIsAsking(true)}
        >
          {renewalTexts.cancel}
        </Button>
      )}
      <BillingConfirmDialog
        isOpen={isAsking}
        heading={renewalTexts.cancelPrompt.heading}
        confirm={renewalTexts.cancelPrompt.confirm}
        keep={renewalTexts.cancelPrompt.keep}
        failed={renewalTexts.cancelFailed}
        isBusy={isBusy}
        onConfirm={() =>
          change(
            apiPaths.subscriptionCancel,
            endsAtOnce ? renewalTexts.canceledAtOnce : renewalTexts.canceled,
          )
        }
        onClose={() => setIsAsking(false)}
        onClosed={() => (cancelRef.current ? cancelRef.current.focus() : onChanged())}
      >
        {endsAtOnce ? (
          renewalTexts.cancelPrompt.atOnce(label)
        ) : (
          <>
            {renewalTexts.cancelPrompt.text(label)} <LocalTime iso={periodEnd} />.{' '}
            {renewalTexts.cancelPrompt.after}
          </>
        )}
      </BillingConfirmDialog>
    </>
  )
}
