/** Loading placeholder of a tool. */
import { frameMessages } from '@filesmith/contract/messages/frame'
import { Skeleton } from '../../ui/skeleton.tsx'

export function ToolSkeleton() {
  return (
    <>
      <p role="status" className="sr-only">
        {frameMessages.loadingTool}
      </p>
      <Skeleton className="mb-1 h-7 w-56" />
      <Skeleton className="mb-4 h-5 w-72 max-w-full" />
      <Skeleton className="h-92 w-full" />
      <Skeleton className="mt-4 ml-auto h-12 w-40" />
    </>
  )
}
