/** Cache of the service worker for one version of the site. */

import { sharedFilesPath } from '@filesmith/contract/shared-files'
import { editorPath, offlinePath, type WorkerBuild } from './worker-build.ts'

export interface SiteCacheDeps {
  readonly caches: CacheStorage
  readonly fetch: (request: Request | string, init?: RequestInit) => Promise<Response>
  readonly build: WorkerBuild
}

const prefix = 'filesmith-site-'

/** Rejects when a file cannot be loaded, so that the worker is not installed and the browser retries later. */
export async function precache({ caches, fetch, build }: SiteCacheDeps): Promise<void> {
  const cache = await caches.open(prefix + build.version)
  const paths = [...build.shellFiles, offlinePath, editorPath]
  await Promise.all(
    paths.map(async path => {
      // Hashed assets may come from the HTTP cache, other files must be fresh.
      const response = await fetch(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' })
      if (!response.ok) throw new Error(`${path} answered ${response.status}`)
      await cache.put(path, response)
    }),
  )
}

export async function deleteOldCaches({ caches, build }: SiteCacheDeps): Promise<void> {
  const names = await caches.keys()
  const old = names.filter(name => name.startsWith(prefix) && name !== prefix + build.version)
  await Promise.all(old.map(name => caches.delete(name)))
}

export async function serveAsset(deps: SiteCacheDeps, request: Request | string): Promise<Response> {
  const { caches, fetch, build } = deps
  const cache = await caches.open(prefix + build.version)
  const url = typeof request === 'string' ? request : request.url
  const cached = await cache.match(url)
  if (cached) return cached
  const response = await fetch(request)
  // Does not cache partial responses; a full disk must not fail the request.
  if (response.status === 200) await cache.put(url, response.clone()).catch(() => undefined)
  return response
}

/** Caches all files of the image editor once it was opened, so that it works offline. */
export async function cacheEditor(deps: SiteCacheDeps): Promise<void> {
  await Promise.all(deps.build.editorFiles.map(path => serveAsset(deps, path)))
}

export async function serveFile(deps: SiteCacheDeps, request: Request): Promise<Response> {
  try {
    return await deps.fetch(request)
  } catch (error) {
    const cached = await matchCached(deps, new URL(request.url).pathname)
    if (cached) return cached
    throw error
  }
}

/** Network first, so that clients always get the current version of the site while online. */
export async function serveDocument(deps: SiteCacheDeps, request: Request): Promise<Response> {
  try {
    return await deps.fetch(request)
  } catch (error) {
    const hasEditor = await isEditorCached(deps)
    const isEditor = new URL(request.url).pathname === editorPath
    const cached = await matchCached(deps, hasEditor && isEditor ? editorPath : offlinePath)
    if (!cached) throw error
    return hasEditor && !isEditor ? revealEditorLink(cached) : cached
  }
}

async function isEditorCached(deps: SiteCacheDeps): Promise<boolean> {
  const found = await Promise.all(deps.build.editorFiles.map(path => matchCached(deps, path)))
  return found.every(response => response !== undefined)
}

async function matchCached({ caches, build }: SiteCacheDeps, path: string): Promise<Response | undefined> {
  const cache = await caches.open(prefix + build.version)
  return cache.match(path)
}

/** Reveals the hidden editor link of the offline page. */
async function revealEditorLink(page: Response): Promise<Response> {
  const html = await page.text()
  return new Response(html.replace('<div hidden>', '<div>'), {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
}

/**
 * `pass`: not handled. `asset`: hashed files, cache first. `file`: network first, then cache. `document`: network first, then
 * the offline page. `shared`: files shared by another app.
 */
export type CacheStrategy = 'pass' | 'asset' | 'file' | 'document' | 'shared'

interface RequestSummary {
  readonly method: string
  readonly url: string
  readonly mode: string
}

export function chooseStrategy(
  { method, url, mode }: RequestSummary,
  origin: string,
  cachedFiles: readonly string[],
): CacheStrategy {
  const { origin: requestOrigin, pathname } = new URL(url)
  if (requestOrigin !== origin || pathname.startsWith('/api/')) return 'pass'
  if (method === 'POST' && pathname === sharedFilesPath) return 'shared'
  if (method !== 'GET') return 'pass'
  if (pathname.startsWith('/assets/')) return 'asset'
  if (cachedFiles.includes(pathname)) return 'file'
  return mode === 'navigate' && isPage(pathname) ? 'document' : 'pass'
}

/** Files such as images and the sitemap have an extension. */
function isPage(pathname: string): boolean {
  return !/\.\w+$/.test(pathname)
}
