/** Serves the web app: static files, and its HTML document for every page; unknown paths get 404. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { AppError } from '@filesmith/contract/errors'
import { type Instance, instanceAttribute } from '@filesmith/contract/instance'
import { indexedPaths } from '@filesmith/contract/page-at'
import { redirectsOf } from '@filesmith/contract/routes'
import { shareImagePath } from '@filesmith/contract/share-image'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendError } from '../error-handler.ts'
import { type SitePage, sitePageAt } from '../head/site-page.ts'
import type { SiteFacts } from '../head/write-head.ts'
import { writeHead } from '../head/write-head.ts'
import { writePageText } from '../head/write-page-text.ts'
import { ensureOwner } from '../owner-session.ts'
import { splitUrl } from '../split-url.ts'

/** Built files have a content hash in their names and never change. */
const assetMaxAgeMs = 365 * 24 * 60 * 60 * 1000

export async function registerPages(
  app: FastifyInstance,
  webDir: string | null,
  facts: SiteFacts,
): Promise<void> {
  const hiddenImages = hiddenShareImages(facts.instance)
  if (webDir !== null) {
    await app.register(fastifyStatic, {
      root: webDir,
      index: false,
      preCompressed: true,
      wildcard: false,
      maxAge: 0,
      allowedPath: path => !hiddenImages.has(path),
      // Preview images of shared links (Open Graph) are embedded by other sites.
      setHeaders(reply, path) {
        if (path.startsWith(join(webDir, 'share')))
          reply.header('cross-origin-resource-policy', 'cross-origin')
      },
    })
    await app.register(fastifyStatic, {
      root: join(webDir, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      preCompressed: true,
      immutable: true,
      maxAge: assetMaxAgeMs,
    })
  }
  const redirects = redirectsOf(facts.instance)
  app.setNotFoundHandler(async (request, reply) => {
    const { path } = splitUrl(request.url)
    const isDocument =
      webDir !== null && isReading(request) && !path.startsWith('/api/') && !path.startsWith('/assets/')
    if (!isDocument) return sendError(new AppError('not-found'), request, reply)
    const elsewhere = Object.hasOwn(redirects, path) ? redirects[path] : undefined
    if (elsewhere !== undefined) return reply.redirect(elsewhere, 301)
    return sendDocument(join(webDir, 'index.html'), sitePageAt(facts.instance, request.url), request, reply)
  })

  async function sendDocument(
    file: string,
    page: SitePage,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    // Private, because it may set the visitor cookie: the page's first requests run in parallel and must belong to one visitor.
    ensureOwner(request, reply)
    return reply
      .status(page.status)
      .header('cache-control', 'private, no-cache')
      .type('text/html; charset=utf-8')
      .send(writeDocument(await readFile(file, 'utf8'), page, facts))
  }
}

/** Preview images of pages that the instance does not have. */
function hiddenShareImages(instance: Instance): ReadonlySet<string> {
  const shown = new Set(indexedPaths(instance))
  const hidden = indexedPaths('public').filter(path => !shown.has(path))
  return new Set(hidden.map(path => shareImagePath(path)))
}

function isReading(request: FastifyRequest): boolean {
  return request.method === 'GET' || request.method === 'HEAD'
}

/** Inserts a page's head and static text into the document of the web app. */
export function writeDocument(document: string, page: SitePage, facts: SiteFacts): string {
  return document
    .replace(/<meta\s+name="description"[^>]*>\s*/, '')
    .replace(/<html\b/, `<html ${instanceAttribute}="${facts.instance}"`)
    .replace(/<title>[^<]*<\/title>/, () => writeHead(page, facts))
    .replace('<div id="root"></div>', () => `<div id="root">${writePageText(page, facts)}</div>`)
}
