/** Signs out: ends the session on the server, clears account data and leaves pages that require an account. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { frameMessages } from '@filesmith/contract/messages/frame'
import { paths } from '@filesmith/contract/routes'
import { signOutReplySchema } from '@filesmith/contract/schemas/account'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import { request } from './request.ts'
import { toasts } from './toast-store.ts'
import { useAccountChange } from './use-account.ts'

/** Pages that require an account. */
const accountPaths: readonly string[] = [paths.profile, paths.checkout, paths.testBilling, paths.admin]

/** Clears the account and leaves a page that requires one, whenever a session ends. */
export function useLeaveAccount(): () => void {
  const { signedOut } = useAccountChange()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return () => {
    // Navigates first: otherwise the page would redirect to sign in.
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
    // A deletion that can still be undone is carried out while the session is valid.
    toasts.dismissCurrent()
    const signOutUrl = await endSession()
    leaveAccount()
    if (signOutUrl === undefined) toasts.show(frameMessages.signedOutToast)
    else window.location.assign(signOutUrl)
  }
}

/** Resolves with the sign-out URL of the organization for its users, otherwise undefined. */
async function endSession(): Promise<string | undefined> {
  try {
    const response = await request('POST', apiPaths.logout)
    return response.status === 200 ? signOutReplySchema.parse(await response.json()).signOutUrl : undefined
  } catch (error) {
    console.warn('sign-out request failed', error)
    return undefined
  }
}
