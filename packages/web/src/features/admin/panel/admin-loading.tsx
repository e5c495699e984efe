/** Loading placeholder of the admin area. */
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import { Skeleton } from '../../../ui/skeleton.tsx'

export function AdminLoading() {
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="sr-only">
        {adminScreens.loading}
      </p>
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-14 w-full" />
    </div>
  )
}
