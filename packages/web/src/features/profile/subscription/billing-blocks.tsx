/** Money-back guarantee and invoices, with their loading and error states. */
import { billingMessages } from '@filesmith/contract/messages/billing'
import type { Billing } from '@filesmith/contract/schemas/billing'
import type { UseQueryResult } from '@tanstack/react-query'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { activeSubscription } from './active-subscription.ts'
import { InvoicesBlock } from './invoices-block.tsx'
import { MoneyBackBlock } from './money-back-block.tsx'

interface BillingBlocksProps {
  readonly query: UseQueryResult<Billing>
  readonly onChanged: () => void
}

export function BillingBlocks({ query, onChanged }: BillingBlocksProps) {
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
