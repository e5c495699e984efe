/** Every call says who may make it; one that does not stops the start. */
import { AppError } from '@filesmith/contract/errors'
import type { ApiScope } from '@filesmith/contract/schemas/v1/api-key'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SignedIn } from '../domain/accounts/sessions.ts'
import { publicApiPrefix } from './v1/public-api.ts'

/**
 * `anyone`: it knows nobody's things. `owner`: visitors and accounts, for what is theirs. `account`: the signed-in.
 * `operator`: those of them who run the installation. `key`: programs with an API key, and with the scope that the call
 * names; null where any key will do.
 */
export type Access = 'anyone' | 'owner' | 'account' | 'operator' | 'key'

export interface DeclaredRoute {
  readonly method: string
  readonly url: string
  readonly access: Access
  readonly scope: ApiScope | null
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Of calls with `key`. */
    scope?: ApiScope | null
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
    for (const each of [method].flat())
      declared.push({ method: each, url, access, scope: config?.scope ?? null })
  })
  app.addHook('onRequest', async request => {
    const { access } = request.routeOptions.config
    if (access === 'key' && !request.apiCaller) throw new AppError('key-missing')
    if (access !== 'account' && access !== 'operator') return
    const { account } = signedInUser(request)
    if (access === 'operator' && account.operatorSince === null) throw new AppError('not-an-operator')
  })
}

/** For calls that declare `account` or `operator`: whoever makes them is signed in. */
export function signedInUser(request: FastifyRequest): SignedIn {
  if (!request.signedIn) throw new AppError('not-signed-in')
  return request.signedIn
}
