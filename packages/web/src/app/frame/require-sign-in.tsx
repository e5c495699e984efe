/** With ACCESS=signed-in, sends visitors to the sign-in page, which returns to the requested page. */
import { isOpenPage } from '@filesmith/contract/access-modes'
import { apiPaths } from '@filesmith/contract/api-paths'
import { paths } from '@filesmith/contract/routes'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { RequestError } from '../../lib/request.ts'
import { signInAddress } from '../../lib/sign-in-address.ts'
import { useIsClosed, useSiteAccess } from '../../lib/use-site-access.ts'

export function RequireSignIn({ children }: { readonly children: ReactNode }) {
  const isClosed = useIsClosed()
  const { pathname, search } = useLocation()
  useEndedSession()
  if (!isClosed || isOpenPage(pathname)) return children
  const next = pathname + search
  return <Navigate to={next === paths.home ? paths.signIn : signInAddress(next)} replace />
}

/** A session that ended elsewhere shows with the next request: reloads the account, which leads to the sign-in page. */
function useEndedSession(): void {
  const queryClient = useQueryClient()
  const { access } = useSiteAccess()
  useEffect(() => {
    if (access === 'open') return
    const check = (error: unknown) => {
      if (error instanceof RequestError && error.code === 'not-signed-in')
        void queryClient.invalidateQueries({ queryKey: [apiPaths.authStatus] })
    }
    const stops = [
      queryClient.getQueryCache().subscribe(event => {
        if (event.type === 'updated' && event.action.type === 'error') check(event.action.error)
      }),
      queryClient.getMutationCache().subscribe(event => {
        if (event.type === 'updated' && event.action.type === 'error') check(event.action.error)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [access, queryClient])
}
