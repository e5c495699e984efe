/** Loading placeholder of a form card. */
import { frameMessages } from '@filesmith/contract/messages/frame'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

export function CardSkeleton() {
  return (
    <div className="mx-auto max-w-md sm:py-6">
      <p role="status" className="sr-only">
        {frameMessages.loadingPage}
      </p>
      <Panel className="overflow-hidden">
        <div className="ruler" aria-hidden="true" />
        <div className="p-5 pt-4 sm:p-8 sm:pt-6">
          <Skeleton className="h-8.5 w-32" />
          <Skeleton className="mt-2 mb-6 h-5.5 w-full" />
          <Skeleton className="mb-5 h-18 w-full" />
          <Skeleton className="mb-5 h-18 w-full" />
          <Skeleton className="h-12 w-full" />
        </div>
      </Panel>
    </div>
  )
}
