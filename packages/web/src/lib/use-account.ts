/** Who is looking at the page: nobody knows at first, then an account or a visitor. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { type AuthStatus, authStatusSchema, type User } from '@filesmith/contract/schemas/account'
import {
  type Query,
  type QueryClient,
  type QueryFunctionContext,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { fetchJson } from './query-client.ts'

interface Account {
  readonly state: 'unknown' | 'signed-in' | 'signed-out'
  readonly user: User | null
}

interface AccountChange {
  signedIn(user: User): void
  signedOut(): void
  /** Asks the server anew about the account and everything that depends on it. */
  refresh(): Promise<void>
}

const statusKey = [apiPaths.authStatus]
const nobody: AuthStatus = { authenticated: false, user: null }

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
      setStatus(queryClient, nobody)
      // What only an account may see is dropped and not asked for again; the rest is loaded as a visitor sees it.
      queryClient.removeQueries({ predicate: isOfAccount })
      void queryClient.resetQueries({ predicate: dependsOnAccount })
    },
    refresh: () => queryClient.invalidateQueries(),
  }
}

/** A check that fails is only logged: the page goes on with what is known, which at first is nobody. */
async function fetchStatus(context: QueryFunctionContext): Promise<AuthStatus> {
  try {
    return authStatusSchema.parse(await fetchJson({ on401: 'throw' })(context))
  } catch (error) {
    console.warn('Could not find out who is signed in.', error)
    return context.client.getQueryData<AuthStatus>(statusKey) ?? nobody
  }
}

function setStatus(queryClient: QueryClient, status: AuthStatus): void {
  queryClient.setQueryData(statusKey, status)
  // An answer that is still on its way was given to somebody else; cancelling goes back to what was set last.
  void queryClient.cancelQueries({ queryKey: statusKey })
}

const ofAccount: readonly unknown[] = [
  apiPaths.security,
  apiPaths.conversions,
  apiPaths.subscription,
  apiPaths.testCard,
]

function isOfAccount({ queryKey: [path] }: Query): boolean {
  return ofAccount.includes(path)
}

/** Limits, lists and figures: the server answers all of them by who asks. */
function dependsOnAccount({ queryKey: [path] }: Query): boolean {
  return path !== apiPaths.authStatus && path !== apiPaths.adConfig
}
