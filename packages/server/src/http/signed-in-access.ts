/** ACCESS=signed-in: every API call needs a session or an API key, except those that lead to one. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { AppError } from '@filesmith/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSignedInOrNamed } from './proxy-user.ts'
import { type ApiKeyAuthenticationDeps, findKeyOwner } from './v1/api-key-authentication.ts'
import { isPublicApi } from './v1/public-api.ts'

const apiPrefix = '/api/'

/** API routes that visitors can call, to sign in or create an account. */
const openRoutes: ReadonlySet<string> = new Set([
  `GET ${apiPaths.capabilities}`,
  `GET ${apiPaths.authStatus}`,
  `POST ${apiPaths.login}`,
  `POST ${apiPaths.loginCode}`,
  `POST ${apiPaths.logout}`,
  `POST ${apiPaths.register}`,
  `POST ${apiPaths.invitation}`,
  `POST ${apiPaths.setUpCheck}`,
  `POST ${apiPaths.setUp}`,
  `POST ${apiPaths.forgotPassword}`,
  `POST ${apiPaths.resetPassword}`,
  `POST ${apiPaths.verifyEmail}`,
  `GET ${apiPaths.signInWith(':provider')}`,
  `GET ${apiPaths.signInWithReturn(':provider')}`,
  // Authenticated by its signature.
  `POST ${apiPaths.paymentWebhook}`,
])

/** After `registerAccess`, whose errors are more precise. Pages are redirected where they are served. */
export function registerSignedInAccess(app: FastifyInstance, deps: ApiKeyAuthenticationDeps): void {
  app.addHook('onRequest', async request => {
    if (isSignedInOrNamed(request) || request.apiCaller || isOpenRoute(request)) return
    // The description of the public API does not require a key otherwise.
    if (isPublicApi(request)) await findKeyOwner(deps, request)
    else throw new AppError('not-signed-in')
  })
}

function isOpenRoute({ method, routeOptions: { url } }: FastifyRequest): boolean {
  // Without a route, the reply is 404 or a page.
  if (url === undefined || !url.startsWith(apiPrefix)) return true
  return openRoutes.has(`${method === 'HEAD' ? 'GET' : method} ${url}`)
}
