/** Account state: unknown while loading, then signed in or signed out. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { AuthStatus, User } from '@filesmith/contract/schemas/account'
import {
  type Query,
  type QueryClient,
  type QueryFunctionContext,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { fetchJson } from './query-client.ts'
import { clearTabWork } from './tab-work.ts'

interface Account {
  readonly state: 'unknown' | 'signed-in' | 'signed-out'
  readonly user: User | null
}

interface AccountChange {
  signedIn(user: User): void
  signedOut(): void
  /** Reloads the account and everything that depends on it. */
  refresh(): Promise<void>
}

const statusKey = [apiPaths.authStatus]
const signedOutStatus: AuthStatus = { authenticated: false, user: null }

export function useAccount(): Account {
  const { data } = useQuery({ queryKey: statusKey, queryFn: fetchStatus })
  if (!data) return { state: 'unknown', user: null }
  return { state: data.user ? 'signed-in' : 'signed-out', user: data.user }
}

export function useAccountChange(): AccountChange {
  const queryClient = useQueryClient()
  return {
    signedIn(user) {
      setStatus(queryClient, { authenticated: true, user })
      void queryClient.invalidateQueries({ predicate: dependsOnAccount })
    },
    signedOut() {
      clearTabWork()
      setStatus(queryClient, signedOutStatus)
      // Removes account data without refetching; other queries are reloaded as a visitor.
      queryClient.removeQueries({ predicate: isAccountData })
      void queryClient.resetQueries({ predicate: dependsOnAccount })
    },
    refresh: () => queryClient.invalidateQueries(),
  }
}

/** A failed request is only logged and keeps the last known status, initially signed out. */
async function fetchStatus(context: QueryFunctionContext): Promise<AuthStatus> {
  try {
    const status = await fetchJson<AuthStatus>({ on401: 'throw' })(context)
    // A proxy may have answered.
    if (typeof status?.authenticated !== 'boolean') throw new TypeError('reply is not an account status')
    return status
  } catch (error) {
    console.warn('account status request failed', error)
    return context.client.getQueryData<AuthStatus>(statusKey) ?? signedOutStatus
  }
}

function setStatus(queryClient: QueryClient, status: AuthStatus): void {
  queryClient.setQueryData(statusKey, status)
  // A pending response belongs to the previous session; canceling reverts to the status set above.
  void queryClient.cancelQueries({ queryKey: statusKey })
}

const accountPaths: readonly unknown[] = [
  apiPaths.security,
  apiPaths.conversions,
  apiPaths.subscription,
  apiPaths.testCard,
]

function isAccountData({ queryKey: [path] }: Query): boolean {
  return accountPaths.includes(path)
}

/** All other responses depend on the account: limits, lists, usage. */
function dependsOnAccount({ queryKey: [path] }: Query): boolean {
  return path !== apiPaths.authStatus && path !== apiPaths.adConfig
}
