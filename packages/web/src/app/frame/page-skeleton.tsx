/** Loading placeholder of a screen. */
import { frameMessages } from '@filesmith/contract/messages/frame'
import { Skeleton } from '../../ui/skeleton.tsx'

export function PageSkeleton() {
  return (
    // Full window height, so that the footer does not jump when the page is loaded.
    <div className="min-h-dvh">
      <p role="status" className="sr-only">
        {frameMessages.loadingPage}
      </p>
      <Skeleton className="mb-4 h-12 w-2/3" />
      <Skeleton className="mb-8 h-6 w-1/2" />
      <Skeleton className="h-80 w-full" />
    </div>
  )
}
