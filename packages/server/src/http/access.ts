/** Every call says who may make it; one that does not stops the start. */
import { AppError } from '@filesmith/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SignedIn } from '../domain/accounts/sessions.ts'

/**
 * `anyone`: it knows nobody's things. `owner`: visitors and accounts, for what is theirs. `account`: the signed-in.
 * `operator`: those of them who run the installation.
 */
export type Access = 'anyone' | 'owner' | 'account' | 'operator'

export interface DeclaredRoute {
  readonly method: string
  readonly url: string
  readonly access: Access
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
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
    for (const each of [method].flat()) declared.push({ method: each, url, access })
  })
  app.addHook('onRequest', async request => {
    const { access } = request.routeOptions.config
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
