/** Every call says who may make it; one that does not stops the start. */
import { AppError } from '@filesmith/contract/errors'
import type { ApiScope } from '@filesmith/contract/schemas/v1/api-key'
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import { requireFreshSession } from '../domain/accounts/fresh-proof.ts'
import type { SignedIn } from '../domain/accounts/sessions.ts'
import type { AccountRecord } from '../ports/account-store.ts'
import { apiCaller } from './v1/api-key-authentication.ts'
import { publicApiPrefix } from './v1/public-api.ts'

/**
 * `anyone`: it knows nobody's things. `owner`: visitors and accounts, for what is theirs. `account`: the signed-in.
 * `operator`: those of them who run the installation. `key`: programs with an API key, and with the scope that the call
 * names; null where any key will do.
 */
export type Access = 'anyone' | 'owner' | 'account' | 'operator' | 'key'

/**
 * `fresh`: the user of the session must have proved who they are within the last minutes. `fresh-or-password`: or send the
 * password with the call; its handler checks that by `requireProof`.
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
    /** Of calls with `key`. */
    scope?: ApiScope | null
    /** Of calls with `account` or `operator`. */
    proof?: Proof
    email?: 'confirmed'
  }
  interface FastifyInstance {
    declaredRoutes: DeclaredRoute[]
  }
}

const apiPrefix = '/api/'

export function registerAccess(app: FastifyInstance): void {
  const declared: DeclaredRoute[] = []
  app.decorate('declaredRoutes', declared)
  app.addHook('onRoute', ({ method, url, config }) => {
    // What is not part of the API is the pages and their files, the same for everybody.
    const access = config?.access ?? (url.startsWith(apiPrefix) ? undefined : 'anyone')
    if (!access) throw new Error(`${method} ${url} does not say who may call it`)
    if ((access === 'key') !== (config?.scope !== undefined))
      throw new Error(`${method} ${url} must name a scope if, and only if, it is for keys`)
    // Cookies are not looked at there, so it could know nobody.
    if (url.startsWith(publicApiPrefix) && access !== 'key' && access !== 'anyone')
      throw new Error(`${method} ${url} is part of the public API and must be for keys`)
    checkRules(`${method} ${url}`, access, config)
    const rules = { proof: config?.proof ?? null, needsConfirmedEmail: config?.email === 'confirmed' }
    for (const each of [method].flat())
      declared.push({ method: each, url, access, scope: config?.scope ?? null, ...rules })
  })
  app.addHook('onRequest', async request => {
    const { access, email, proof } = request.routeOptions.config
    if (access === 'key') return requireEmail(email, apiCaller(request).account)
    if (access !== 'account' && access !== 'operator') return
    const { account, session } = signedInUser(request)
    if (access === 'operator' && account.operatorSince === null) throw new AppError('not-an-operator')
    requireEmail(email, account)
    if (proof === 'fresh') requireFreshSession(session)
  })
}

function checkRules(call: string, access: Access, { proof, email }: FastifyContextConfig = {}): void {
  const hasSession = access === 'account' || access === 'operator'
  if (proof !== undefined && !hasSession) throw new Error(`${call} cannot ask for a proof without a session`)
  if (email !== undefined && !hasSession && access !== 'key')
    throw new Error(`${call} cannot ask for a confirmed address without an account`)
}

function requireEmail(email: 'confirmed' | undefined, { emailVerifiedAt }: AccountRecord): void {
  if (email === 'confirmed' && emailVerifiedAt === null) throw new AppError('email-unconfirmed')
}

/** For calls that declare `account` or `operator`: whoever makes them is signed in. */
export function signedInUser(request: FastifyRequest): SignedIn {
  if (!request.signedIn) throw new AppError('not-signed-in')
  return request.signedIn
}
