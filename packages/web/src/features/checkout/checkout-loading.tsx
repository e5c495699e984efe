/** Loading state of the checkout. */
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { checkoutGrid } from './checkout-grid.ts'

interface CheckoutLoadingProps {
  readonly heading?: string
  readonly hint?: string
}

export function CheckoutLoading(props: CheckoutLoadingProps) {
  const { heading = checkoutMessages.loading, hint = checkoutMessages.loadingHint } = props
  return (
    <div>
      <div role="status" className="mb-8">
        <h1 className="text-xl">{heading}</h1>
        <p className="mt-1 text-ink-muted">{hint}</p>
      </div>
      <div className={checkoutGrid}>
        <Panel className="flex flex-col gap-4 p-5 sm:p-6">
          <Skeleton className="h-7 w-32" />
          <Skeleton className="h-9 w-48" />
          <Skeleton className="h-24 w-full" />
        </Panel>
        <Panel className="flex flex-col gap-5 p-5 sm:p-6 md:row-span-2">
          <Skeleton className="h-7 w-40" />
          <Skeleton className="h-18 w-full" />
          <Skeleton className="h-18 w-full" />
          <Skeleton className="h-18 w-full" />
          <Skeleton className="h-12 w-full" />
        </Panel>
      </div>
    </div>
  )
}
