/** CSRF protection: rejects state-changing requests that come from another site's page. */
import { AppError } from '@filesmith/contract/errors'
import { sharedFilesPath } from '@filesmith/contract/shared-files'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isPublicApi } from './v1/public-api.ts'

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** `publicOrigin` is PUBLIC_URL, or null if unset: then the Origin header must match the Host header. */
export function registerOriginCheck(app: FastifyInstance, publicOrigin: string | null): void {
  app.addHook('onRequest', async request => {
    // Files shared by the operating system (Web Share Target) have no origin; they are only forwarded to a page.
    if (request.routeOptions.url === sharedFilesPath) return
    // The public API ignores cookies, so cross-site requests gain nothing.
    if (isPublicApi(request)) return
    if (!readingMethods.has(request.method) && isFromElsewhere(request, publicOrigin))
      throw new AppError('wrong-origin')
  })
}

/** Browsers send Origin with every state-changing request; other clients may omit it but have no cookies to abuse. */
function isFromElsewhere(request: FastifyRequest, publicOrigin: string | null): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) {
    const site = request.headers['sec-fetch-site']
    return site !== undefined && site !== 'same-origin' && site !== 'none'
  }
  if (publicOrigin !== null) return origin !== publicOrigin
  // The Host header as sent by the browser, never X-Forwarded-Host. The scheme is not compared: a TLS-terminating proxy may
  // forward plain http without saying so.
  return !URL.canParse(origin) || new URL(origin).host !== host
}
