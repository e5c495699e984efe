/** Subscription section: current plan, billing and upgrade prompt. */

import { apiPaths } from '@filesmith/contract/api-paths'
import { billingMessages } from '@filesmith/contract/messages/billing'
import { promotions } from '@filesmith/contract/messages/frame'
import { profileMessages } from '@filesmith/contract/messages/profile'
import { formatPrice, moneyBackDays } from '@filesmith/contract/plan-offers'
import { plans } from '@filesmith/contract/plans'
import type { User } from '@filesmith/contract/schemas/account'
import { type Billing, billingSchema, type Invoice } from '@filesmith/contract/schemas/billing'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAccountChange } from '../../../lib/use-account.ts'
import { AdPanel } from '../../../ui/ad-panel.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CheckList } from '../../../ui/check-list.tsx'
import { cx } from '../../../ui/cx.ts'
import { DownloadButton } from '../../../ui/download-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { PlanPrompt } from '../plan-prompt.tsx'
import { Section } from '../section.tsx'
import { activeSubscription } from './active-subscription.ts'
import { BillingConfirmDialog } from './billing-confirm-dialog.tsx'
import { describeSubscription } from './describe-subscription.ts'
import { PlanBlock } from './plan-block.tsx'
import { useBillingChange } from './use-billing-change.ts'

const invoicesBlockTexts = billingMessages.invoices

const tones = {
  paid: 'success',
  'partly-refunded': 'neutral',
  refunded: 'neutral',
  disputed: 'warning',
} as const

const columns = ['number', 'date', 'plan', 'amount', 'status'] as const

const amountStyle = 'pr-8! text-right whitespace-nowrap'

const billingBlocksTexts = billingMessages.refund

const dayMs = 24 * 60 * 60 * 1000

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

/** Billing state of the account: subscription, credit and invoices. */
function useBilling({ subscription }: User): UseQueryResult<Billing> {
  // Not cached between visits: renewals and failed payments happen outside of the app.
  const query = useQuery({ queryKey: [apiPaths.subscription], select: billingSchema.parse, gcTime: 0 })

  const refresh = useEffectEvent(useAccountChange().refresh)
  const accountStatus = statusOrEnded(subscription?.status)
  // The status of a granted plan does not describe the subscription that is paid in addition.
  const isGranted = subscription?.isGranted === true
  const billingStatus = query.data && statusOrEnded(query.data.subscription?.status)
  useEffect(() => {
    // The cached account is older than this response.
    if (!isGranted && billingStatus !== undefined && billingStatus !== accountStatus) void refresh()
  }, [billingStatus, accountStatus, isGranted])

  return query
}

function statusOrEnded(status: string | undefined): string {
  return status ?? 'ended'
}

interface BillingBlocksProps {
  readonly query: UseQueryResult<Billing>
  readonly onChanged: () => void
}

/** Money-back guarantee and invoices, with their loading and error states. */
function BillingBlocks({ query, onChanged }: BillingBlocksProps) {
  const { data: billing, isPending, refetch } = query
  if (isPending)
    return (
      <div>
        <p role="status" className="sr-only">
          {billingMessages.loading}
        </p>
        <Skeleton className="h-40 w-full" />
      </div>
    )
  if (!billing)
    return (
      <div className="rounded border border-line bg-surface">
        <LoadFailed text={billingMessages.loadFailed} onRetry={() => void refetch()} />
      </div>
    )
  const { provider, invoices } = billing
  const moneyBackUntil = activeSubscription(billing)?.moneyBackUntil
  const isOpen = moneyBackUntil && new Date(moneyBackUntil) > new Date()
  return (
    <>
      {isOpen ? <MoneyBackBlock until={moneyBackUntil} invoices={invoices} onChanged={onChanged} /> : null}
      {provider !== null || invoices.length > 0 ? <InvoicesBlock invoices={invoices} /> : null}
    </>
  )
}

interface MoneyBackBlockProps {
  readonly until: string
  readonly invoices: readonly Invoice[]
  /** Moves the focus to the plan, since this block disappears. */
  readonly onChanged: () => void
}

/** Money-back guarantee: its deadline and the refund button. */
function MoneyBackBlock({ until, invoices, onChanged }: MoneyBackBlockProps) {
  const [isAsking, setIsAsking] = useState(false)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const { isBusy, change } = useBillingChange()
  return (
    <SettingsBlock
      heading={billingBlocksTexts.heading}
      text={
        <>
          {billingBlocksTexts.text} <LocalTime iso={until} />.
        </>
      }
    >
      <Button ref={buttonRef} onClick={() => setIsAsking(true)}>
        {billingBlocksTexts.action}
      </Button>
      <BillingConfirmDialog
        isOpen={isAsking}
        heading={billingBlocksTexts.prompt}
        confirm={billingBlocksTexts.confirm}
        keep={billingBlocksTexts.keep}
        failed={billingBlocksTexts.failed}
        isBusy={isBusy}
        onConfirm={() => change(apiPaths.subscriptionRefund, billingBlocksTexts.done)}
        onClose={() => setIsAsking(false)}
        onClosed={() => (buttonRef.current ? buttonRef.current.focus() : onChanged())}
      >
        {billingBlocksTexts.promptText(formatPrice(refundableCents(until, invoices)))}
      </BillingConfirmDialog>
    </SettingsBlock>
  )
}

/** Sum of all payments since the guarantee began that were not refunded yet. */
function refundableCents(until: string, invoices: readonly Invoice[]): number {
  const beganAtMs = new Date(until).getTime() - moneyBackDays * dayMs
  return invoices
    .filter(({ paidAt }) => new Date(paidAt).getTime() >= beganAtMs)
    .reduce((sum, { amount, refunded }) => sum + amount - refunded, 0)
}

/** Invoices as a table, or as a list on narrow screens. */
function InvoicesBlock({ invoices }: { readonly invoices: readonly Invoice[] }) {
  return (
    <SettingsBlock
      heading={invoicesBlockTexts.heading}
      text={invoices.length === 0 ? invoicesBlockTexts.empty : undefined}
    >
      {invoices.length === 0 ? null : (
        <table className="w-full text-left @max-xl:block">
          <thead className="border-b border-line text-xs text-ink-muted @max-xl:sr-only">
            <tr>
              {columns.map(name => (
                <th
                  key={name}
                  scope="col"
                  className={cx('pr-4 pb-2 font-semibold', name === 'amount' && amountStyle)}
                >
                  {invoicesBlockTexts.columns[name]}
                </th>
              ))}
              <th scope="col" className="pb-2">
                <span className="sr-only">{invoicesBlockTexts.pdf}</span>
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line @max-xl:-my-3 @max-xl:block">
            {invoices.map(invoice => (
              <InvoiceRow key={invoice.id} invoice={invoice} />
            ))}
          </tbody>
        </table>
      )}
    </SettingsBlock>
  )
}

/** On narrow screens the cells form two columns: description and amount. */
function InvoiceRow({ invoice }: { readonly invoice: Invoice }) {
  const { number, paidAt, plan, interval, amount, refunded, status, pdfUrl } = invoice
  return (
    <tr className="@max-xl:grid @max-xl:grid-cols-[minmax(0,1fr)_auto] @max-xl:gap-x-4 @max-xl:py-3">
      <Cell className="figures @max-xl:font-semibold">{number}</Cell>
      <Cell className="@max-xl:order-3 @max-xl:self-center @max-xl:text-ink-muted">
        <LocalTime iso={paidAt} style="short-date" />
      </Cell>
      <Cell className="@max-xl:order-2">
        {plans[plan].label}, {invoicesBlockTexts.intervals[interval]}
      </Cell>
      <Cell className={`figures ${amountStyle} @max-xl:pr-0! @max-xl:font-semibold`}>
        {formatPrice(amount)}
      </Cell>
      <Cell className="@max-xl:order-2 @max-xl:text-right">
        <Badge tone={tones[status]}>{invoicesBlockTexts.statuses[status]}</Badge>
        {status === 'partly-refunded' ? (
          <span className="mt-1 block text-xs text-ink-muted">
            {invoicesBlockTexts.returned(formatPrice(refunded))}
          </span>
        ) : null}
      </Cell>
      <Cell className="text-right @max-xl:order-3">
        <DownloadButton
          variant="quiet"
          href={pdfUrl}
          download
          aria-label={invoicesBlockTexts.download(number)}
          className="-mr-4"
        >
          <Icon of={Download} sizePx={16} /> {invoicesBlockTexts.pdf}
        </DownloadButton>
      </Cell>
    </tr>
  )
}

function Cell({ className, children }: { readonly className: string; readonly children: ReactNode }) {
  return <td className={cx('py-1.5 pr-4 last:pr-0 @max-xl:p-0', className)}>{children}</td>
}
