/** Shows the ways in to those who are not in yet; whoever is, goes on to where they wanted to be. */
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
