/** Serves the web app: static files, and its HTML document for every page; unknown paths get 404. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { type AccessMode, isOpenPage, type SignUpMode } from '@filesmith/contract/access-modes'
import { AppError } from '@filesmith/contract/errors'
import { type Instance, instanceAttribute } from '@filesmith/contract/instance'
import { ownPath } from '@filesmith/contract/own-path'
import { indexedPaths } from '@filesmith/contract/page-at'
import { notFoundPage, paths, redirectsOf } from '@filesmith/contract/routes'
import { shareImagePath } from '@filesmith/contract/share-image'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SetUpStore } from '../../database/set-up-store.ts'
import { addToLinks } from '../base-path.ts'
import { sendError } from '../error-handler.ts'
import { type SitePage, sitePageAt } from '../head/site-page.ts'
import type { SiteFacts } from '../head/write-head.ts'
import { writeHead } from '../head/write-head.ts'
import { writePageText } from '../head/write-page-text.ts'
import { ensureOwner } from '../owner-session.ts'
import { isSignedInOrNamed } from '../proxy-user.ts'
import { splitUrl } from '../split-url.ts'

/** Built files have a content hash in their names and never change. */
const assetMaxAgeMs = 365 * 24 * 60 * 60 * 1000

interface PageDeps {
  readonly access: AccessMode
  readonly signUp: SignUpMode
  readonly setUp: Pick<SetUpStore, 'hasOperator'>
}

const hiddenPage: SitePage = { ...notFoundPage, status: 404, isIndexed: false }

/** The sign-in page, which continues to the requested page. */
function signInPage(url: string): string {
  const next = ownPath(url)
  return next === paths.home ? paths.signIn : `${paths.signIn}?${new URLSearchParams({ next })}`
}

export async function registerPages(
  app: FastifyInstance,
  webDir: string | null,
  facts: SiteFacts,
  { access, signUp, setUp }: PageDeps,
): Promise<void> {
  const hiddenImages = hiddenShareImages(facts.instance)
  if (webDir !== null) {
    await app.register(fastifyStatic, {
      root: webDir,
      index: false,
      preCompressed: true,
      wildcard: false,
      // One route per file: assets have their own below, and compressed copies are not requested by name.
      globIgnore: ['assets/**', '**/*.{br,gz}'],
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
    if (access === 'signed-in' && !isSignedInOrNamed(request) && !isOpenPage(path))
      return reply.header('cache-control', 'private, no-store').redirect(signInPage(request.url))
    const isHidden = path === paths.setUp && (await setUp.hasOperator())
    const page = isHidden ? hiddenPage : sitePageAt(facts.instance, request.url)
    return sendDocument(join(webDir, 'index.html'), page, request, reply)
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
      .send(writeModes(writeDocument(await readFile(file, 'utf8'), page, facts), { access, signUp }))
  }
}

/** Known to the app before it asks the server, so that links do not appear and vanish. Open is the default. */
function writeModes(document: string, modes: Readonly<Record<'access' | 'signUp', string>>): string {
  const names = { access: 'data-access', signUp: 'data-sign-up' } as const
  const written = (['access', 'signUp'] as const)
    .filter(mode => modes[mode] !== 'open')
    .map(mode => ` ${names[mode]}="${modes[mode]}"`)
  return document.replace('<html', `<html${written.join('')}`)
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
  const written = document
    .replace(/<meta\s+name="description"[^<>]*>\s*/, '')
    .replace(/<html\b/, `<html ${instanceAttribute}="${facts.instance}"`)
    .replace(/<title>[^<]*<\/title>/, () => writeHead(page, facts))
    .replace('<div id="root"></div>', () => `<div id="root">${writePageText(page, facts)}</div>`)
  return addToLinks(written, facts.basePath)
}
