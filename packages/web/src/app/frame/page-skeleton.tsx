/** The place of a screen whose code is still on its way. */
import { frameMessages } from '@filesmith/contract/messages/frame'
import { Skeleton } from '../../ui/skeleton.tsx'

export function PageSkeleton() {
  return (
    // As high as the window: most pages are higher, and their foot must not be seen going down.
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
