/** Handles a request like Stripe: checks API key, version and parameters, and replays responses by idempotency key. */

import { daySeconds } from './intervals.ts'
import { apiVersion, type StripeLedger } from './ledger.ts'
import { present } from './present.ts'
import { readForm } from './request-form.ts'
import type { Route } from './route.ts'
import { catalogRoutes } from './routes/catalog.ts'
import { customerRoutes } from './routes/customers.ts'
import { paymentRoutes } from './routes/payments.ts'
import { portalRoutes } from './routes/portal.ts'
import { subscriptionRoutes } from './routes/subscriptions.ts'
import { invalid, StripeFault } from './stripe-fault.ts'

export interface StripeRequest {
  readonly method: string
  readonly path: string
  readonly params: URLSearchParams
  readonly authorization: string | undefined
  readonly version: string | undefined
  readonly idempotencyKey: string | undefined
}

export interface StripeReply {
  readonly status: number
  readonly body: unknown
  readonly isReplayed: boolean
}

interface StoredReply {
  readonly at: number
  readonly fingerprint: string
  readonly status: number
  readonly body: unknown
}

/** Stripe keeps idempotency keys for at least 24 hours. */
const keptSeconds = daySeconds

const routes: readonly Route[] = [
  ...customerRoutes,
  ...catalogRoutes,
  ...subscriptionRoutes,
  ...paymentRoutes,
  ...portalRoutes,
]

export function createRequestHandler(
  ledger: StripeLedger,
  secretKey: string,
): (request: StripeRequest) => StripeReply {
  const stored = new Map<string, StoredReply>()

  function answer(request: StripeRequest): StripeReply {
    checkHeaders(request, secretKey)
    const { idempotencyKey: key } = request
    if (key === undefined || request.method !== 'POST') return { ...perform(request), isReplayed: false }
    const fingerprint = `${request.path}?${request.params}`
    const kept = stored.get(key)
    const known = kept && ledger.now - kept.at < keptSeconds ? kept : undefined
    if (known && known.fingerprint !== fingerprint) {
      throw new StripeFault(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters: '${key}'.`,
      })
    }
    if (known) return { status: known.status, body: known.body, isReplayed: true }
    // Errors are not stored, because the request had no effect.
    const reply = perform(request)
    stored.set(key, { at: ledger.now, fingerprint, ...reply })
    return { ...reply, isReplayed: false }
  }

  function perform({ method, path, params }: StripeRequest): { status: number; body: unknown } {
    for (const route of routes) {
      const id = route.method === method ? matchPath(route.path, path) : undefined
      if (id === undefined) continue
      const form = readForm(params, ['expand[]', ...(route.takes ?? [])])
      const body = present(route.answer(ledger, form, id), form.list('expand'), ledger)
      return { status: 200, body }
    }
    throw new StripeFault(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path}).`,
    })
  }

  return request => {
    try {
      return answer(request)
    } catch (error) {
      if (error instanceof StripeFault) return { status: error.status, body: error.body, isReplayed: false }
      throw error
    }
  }
}

function checkHeaders({ authorization, version }: StripeRequest, secretKey: string): void {
  if (authorization !== `Bearer ${secretKey}`) {
    const message = 'Invalid API Key provided: sk_****'
    throw new StripeFault(401, { type: 'invalid_request_error', message })
  }
  if (version !== apiVersion) throw invalid(`Invalid Stripe API version: ${version}`)
}

/** The id in the path; empty if the pattern has none. */
function matchPath(pattern: string, path: string): string | undefined {
  const wanted = pattern.split('/')
  const given = path.split('/')
  let id = ''
  const isSame =
    wanted.length === given.length &&
    wanted.every((part, index) => {
      const word = given[index] ?? ''
      if (part === ':id') id = decodeURIComponent(word)
      return part === ':id' || part === word
    })
  return isSame ? id : undefined
}
