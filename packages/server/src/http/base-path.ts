/**
 * BASE_PATH: the path below which a reverse proxy serves the site. It is removed from request targets before routing, and
 * added to redirects, JSON and the HTML document, so that routes do not know it.
 */

import { AppError } from '@filesmith/contract/errors'
import { basePathMessages } from '@filesmith/contract/messages/base-path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { escapeHtml } from '../domain/escape-html.ts'
import { splitUrl } from './split-url.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly basePath: string
  }
}

/** Called by programs beside the process, not through the proxy: they answer without the base path too. */
const probePaths: ReadonlySet<string> = new Set(['/healthz', '/livez', '/metrics'])

/** Fastify's `rewriteUrl`: targets outside of the base path stay as they are and are refused by the hook below. */
export function stripBasePath(basePath: string): (request: { url?: string | undefined }) => string {
  return ({ url = '/' }) => {
    if (!isBelow(url, basePath)) return url
    const rest = url.slice(basePath.length)
    return rest.startsWith('/') ? rest : `/${rest}`
  }
}

function isBelow(url: string, basePath: string): boolean {
  return url.startsWith(basePath) && ['', '/', '?'].includes(url.charAt(basePath.length))
}

export function registerBasePath(app: FastifyInstance, basePath: string): void {
  app.decorate('basePath', basePath)
  if (basePath === '') return
  app.addHook('onRequest', async (request, reply) => {
    const { originalUrl } = request
    const { path } = splitUrl(originalUrl)
    if (path === basePath && isReading(request))
      // Below the scope of the service worker and of the installed app, which ends with a slash.
      return reply.redirect(`/${originalUrl.slice(basePath.length)}`, 302)
    if (isBelow(originalUrl, basePath) || probePaths.has(path)) return
    // No redirect: behind a proxy that removes the path it would loop.
    if (!isReading(request) || request.headers.accept?.includes('text/html') !== true)
      throw new AppError('outside-base-path', { basePath })
    return reply.status(404).type('text/html; charset=utf-8').send(writeHint(basePath))
  })
  app.addHook('onSend', async (_request, reply) => {
    const location = reply.getHeader('location')
    if (typeof location === 'string' && /^\/(?!\/)/.test(location))
      reply.header('location', basePath + location)
  })
}

function isReading({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** In the style of the offline page, if the proxy lets the browser load it. */
function writeHint(basePath: string): string {
  const { title, open, proxy } = basePathMessages
  const home = `${basePath}/`
  const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${escapeHtml(title)}</title>
    <link rel="stylesheet" href="/offline.css" />
  </head>
  <body>
    <main>
      <h1>${escapeHtml(title)}</h1>
      <p>${escapeHtml(proxy(home))}</p>
      <a class="main" href="/">${escapeHtml(open(home))}</a>
    </main>
  </body>
</html>
`
  return addToLinks(page, basePath)
}

/** Adds the base path to the links of a document, which name paths of the site (`/help`) or files beside it (`./assets/`). */
export function addToLinks(html: string, basePath: string): string {
  return html.replaceAll(/\b(href|src)="\.?\/(?!\/)/g, (_link, name: string) => `${name}="${basePath}/`)
}
