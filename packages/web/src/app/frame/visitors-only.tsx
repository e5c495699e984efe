/** Shows its children to visitors only; signed-in users are redirected to the `next` path. */
import { ownPath } from '@filesmith/contract/own-path'
import type { ReactNode } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { useAccount } from '../../lib/use-account.ts'
import { CardSkeleton } from './card-skeleton.tsx'

export function VisitorsOnly({ children }: { readonly children: ReactNode }) {
  const { state } = useAccount()
  const [search] = useSearchParams()
  if (state === 'unknown') return <CardSkeleton />
  if (state === 'signed-out') return children
  return <Navigate to={ownPath(search.get('next'))} replace />
}
