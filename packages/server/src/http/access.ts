/** Access control: every route declares who may call it, and startup fails for a route that does not. */
import { AppError } from '@filesmith/contract/errors'
import type { ApiScope } from '@filesmith/contract/schemas/v1/api-key'
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import type { AccountRecord } from '../database/account-store.ts'
import { isOperator } from '../domain/accounts/accounts.ts'
import { requireFreshSession } from '../domain/accounts/fresh-proof.ts'
import type { SignedIn } from '../domain/accounts/sessions.ts'
import type { Clock } from '../ports/clock.ts'
import { apiCaller } from './v1/api-key-authentication.ts'
import { publicApiPrefix } from './v1/public-api.ts'

/**
 * `anyone`: does not depend on the caller. `owner`: visitors and accounts, for their own data. `account`: signed-in users.
 * `operator`: signed-in users who administer the site. `key`: clients with an API key that has the scope named by the
 * route; null accepts any key.
 */
export type Access = 'anyone' | 'owner' | 'account' | 'operator' | 'key'

/**
 * `fresh`: the user must have authenticated within the last few minutes. `fresh-or-password`: or send the password with the
 * request, which the handler checks by `requireProof`.
 */
type Proof = 'fresh' | 'fresh-or-password'

export interface DeclaredRoute {
  readonly method: string
  readonly url: string
  readonly access: Access
  readonly scope: ApiScope | null
  readonly proof: Proof | null
  /** Whether the account's email address must be confirmed. */
  readonly needsConfirmedEmail: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** For `key` routes. */
    scope?: ApiScope | null
    /** For `account` and `operator` routes. */
    proof?: Proof
    email?: 'confirmed'
  }
  interface FastifyInstance {
    declaredRoutes: DeclaredRoute[]
  }
}

const apiPrefix = '/api/'

export function registerAccess(
  app: FastifyInstance,
  deps: Clock & { readonly confirmsEmails: boolean },
): void {
  const declared: DeclaredRoute[] = []
  app.decorate('declaredRoutes', declared)
  app.addHook('onRoute', ({ method, url, config }) => {
    // Everything outside of the API is a page or a static file, the same for every visitor.
    const access = config?.access ?? (url.startsWith(apiPrefix) ? undefined : 'anyone')
    if (!access) throw new Error(`${method} ${url} has no access rule`)
    if ((access === 'key') !== (config?.scope !== undefined))
      throw new Error(`${method} ${url} must name a scope if, and only if, it is for keys`)
    // The public API ignores cookies (no CSRF), so only keys can identify a caller there.
    if (url.startsWith(publicApiPrefix) && access !== 'key' && access !== 'anyone')
      throw new Error(`${method} ${url} is part of the public API and must be for keys`)
    checkRules(`${method} ${url}`, access, config)
    const rules = { proof: config?.proof ?? null, needsConfirmedEmail: config?.email === 'confirmed' }
    for (const each of [method].flat())
      declared.push({ method: each, url, access, scope: config?.scope ?? null, ...rules })
  })
  app.addHook('onRequest', async request => {
    const { access, proof } = request.routeOptions.config
    const email = deps.confirmsEmails ? request.routeOptions.config.email : undefined
    if (access === 'key') return requireEmail(email, apiCaller(request).account)
    if (access !== 'account' && access !== 'operator') return
    const { account, session } = signedInUser(request)
    if (access === 'operator' && !isOperator(account)) throw new AppError('not-an-operator')
    requireEmail(email, account)
    if (proof === 'fresh') requireFreshSession(deps, session)
  })
}

function checkRules(call: string, access: Access, { proof, email }: FastifyContextConfig = {}): void {
  const hasSession = access === 'account' || access === 'operator'
  if (proof !== undefined && !hasSession) throw new Error(`${call} cannot require proof without a session`)
  if (email !== undefined && !hasSession && access !== 'key')
    throw new Error(`${call} cannot require a confirmed email address without an account`)
}

function requireEmail(email: 'confirmed' | undefined, { emailVerifiedAt }: AccountRecord): void {
  if (email === 'confirmed' && emailVerifiedAt === null) throw new AppError('email-unconfirmed')
}

/** For `account` and `operator` routes, whose caller is always signed in. */
export function signedInUser(request: FastifyRequest): SignedIn {
  if (!request.signedIn) throw new AppError('not-signed-in')
  return request.signedIn
}
