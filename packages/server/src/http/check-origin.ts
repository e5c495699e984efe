/** Refuses calls that another site's page makes with our visitors' cookies. */
import { AppError } from '@filesmith/contract/errors'
import { sharedFilesPath } from '@filesmith/contract/shared-files'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isPublicApi } from './v1/public-api.ts'

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** `publicOrigin` is PUBLIC_URL; null where it is not set, and the site is reached by whatever name the browser used. */
export function registerOriginCheck(app: FastifyInstance, publicOrigin: string | null): void {
  app.addHook('onRequest', async request => {
    // What a phone shares comes from no site, and is only sent on to a page.
    if (request.routeOptions.url === sharedFilesPath) return
    // Cookies open nothing there, so there is nothing that another site could use.
    if (isPublicApi(request)) return
    if (!readingMethods.has(request.method) && isFromElsewhere(request, publicOrigin))
      throw new AppError('wrong-origin')
  })
}

/** Browsers name the origin of every call that changes something; programs, which bring no cookies along, need not. */
function isFromElsewhere(request: FastifyRequest, publicOrigin: string | null): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) {
    const site = request.headers['sec-fetch-site']
    return site !== undefined && site !== 'same-origin' && site !== 'none'
  }
  if (publicOrigin !== null) return origin !== publicOrigin
  // The Host header that the browser itself sent, never X-Forwarded-Host. Not the scheme: a proxy in front may speak https
  // to the browser and http to this process without saying so.
  return !URL.canParse(origin) || new URL(origin).host !== host
}
