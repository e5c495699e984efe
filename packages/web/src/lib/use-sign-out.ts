/** The way out of an account: the server is told, the page forgets, and shows nothing that needs an account. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { frameMessages } from '@filesmith/contract/messages/frame'
import { paths } from '@filesmith/contract/routes'
import { signOutReplySchema } from '@filesmith/contract/schemas/account'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import { request } from './request.ts'
import { toasts } from './toast-store.ts'
import { useAccountChange } from './use-account.ts'

/** Pages that nobody sees without an account. */
const accountPaths: readonly string[] = [paths.profile, paths.checkout, paths.testBilling, paths.admin]

/** For everything that ends a session here: clears the account, and leaves a page that needs one. */
export function useLeaveAccount(): () => void {
  const { signedOut } = useAccountChange()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return () => {
    // The page goes first: otherwise it would still see the visitor, and send them to sign in.
    if (needsAccount(pathname)) flushSync(() => void navigate(paths.home))
    signedOut()
  }
}

function needsAccount(pathname: string): boolean {
  return accountPaths.some(path => `${pathname}/`.startsWith(`${path}/`))
}

export function useSignOut(): () => Promise<void> {
  const leaveAccount = useLeaveAccount()
  return async () => {
    const signOutUrl = await tellServer()
    leaveAccount()
    if (signOutUrl === undefined) toasts.show(frameMessages.signedOutToast)
    else window.location.assign(signOutUrl)
  }
}

/** Whoever came from an organisation goes on to sign out of it as well; undefined for everybody else. */
async function tellServer(): Promise<string | undefined> {
  try {
    const response = await request('POST', apiPaths.logout)
    return response.status === 200 ? signOutReplySchema.parse(await response.json()).signOutUrl : undefined
  } catch (error) {
    console.warn('The server could not be told about the sign-out.', error)
    return undefined
  }
}
