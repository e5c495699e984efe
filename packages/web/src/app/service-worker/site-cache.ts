/** Cache of the service worker for one version of the site. */

import { sharedFilesPath } from '@filesmith/contract/shared-files'
import { editorPath, offlinePath, type WorkerBuild } from './worker-build.ts'

export interface SiteCacheDeps {
  readonly caches: CacheStorage
  readonly fetch: (request: Request | string, init?: RequestInit) => Promise<Response>
  readonly build: WorkerBuild
  /** BASE_PATH: precedes every path of the build. */
  readonly basePath: string
}

/** All sites on one origin share its caches. A base path contains no colon. */
const prefixOf = ({ basePath }: SiteCacheDeps) =>
  basePath === '' ? 'filesmith-site-' : `filesmith-site${basePath}:`

const openCache = (deps: SiteCacheDeps) => deps.caches.open(prefixOf(deps) + deps.build.version)

/** Rejects when a file cannot be loaded, so that the worker is not installed and the browser retries later. */
export async function precache(deps: SiteCacheDeps): Promise<void> {
  const { fetch, build, basePath } = deps
  const cache = await openCache(deps)
  const paths = [...build.shellFiles, offlinePath, editorPath]
  await Promise.all(
    paths.map(async path => {
      // Hashed assets may come from the HTTP cache, other files must be fresh.
      const address = basePath + path
      const response = await fetch(address, { cache: path.startsWith('/assets/') ? 'default' : 'reload' })
      if (!response.ok) throw new Error(`${address} answered ${response.status}`)
      await cache.put(address, response)
    }),
  )
}

export async function deleteOldCaches(deps: SiteCacheDeps): Promise<void> {
  const { caches, build } = deps
  const prefix = prefixOf(deps)
  const names = await caches.keys()
  const old = names.filter(name => name.startsWith(prefix) && name !== prefix + build.version)
  await Promise.all(old.map(name => caches.delete(name)))
}

export async function serveAsset(deps: SiteCacheDeps, request: Request | string): Promise<Response> {
  const cache = await openCache(deps)
  const url = typeof request === 'string' ? request : request.url
  const cached = await cache.match(url)
  if (cached) return cached
  const response = await deps.fetch(request)
  // Does not cache partial responses; a full disk must not fail the request.
  if (response.status === 200) await cache.put(url, response.clone()).catch(() => undefined)
  return response
}

/** Caches all files of the image editor once it was opened, so that it works offline. */
export async function cacheEditor(deps: SiteCacheDeps): Promise<void> {
  await Promise.all(deps.build.editorFiles.map(path => serveAsset(deps, deps.basePath + path)))
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
    const isEditor = new URL(request.url).pathname === deps.basePath + editorPath
    if (hasEditor && isEditor) {
      const editor = await matchCached(deps, deps.basePath + editorPath)
      if (editor) return editor
    }
    const offline = await matchCached(deps, deps.basePath + offlinePath)
    if (!offline) throw error
    return writeOffline(offline, deps.basePath, hasEditor)
  }
}

async function isEditorCached(deps: SiteCacheDeps): Promise<boolean> {
  const found = await Promise.all(deps.build.editorFiles.map(path => matchCached(deps, deps.basePath + path)))
  return found.every(response => response !== undefined)
}

async function matchCached(deps: SiteCacheDeps, path: string): Promise<Response | undefined> {
  const cache = await openCache(deps)
  return cache.match(path)
}

/** The offline page is served at any path, so its relative addresses get the base path; its editor link is hidden at first. */
async function writeOffline(page: Response, basePath: string, hasEditor: boolean): Promise<Response> {
  const html = (await page.text()).replaceAll('="./', `="${basePath}/`)
  return new Response(hasEditor ? html.replace('<div hidden>', '<div>') : html, {
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
  site: { readonly origin: string; readonly basePath: string },
  cachedFiles: readonly string[],
): CacheStrategy {
  const { origin, pathname: requested } = new URL(url)
  if (origin !== site.origin || !requested.startsWith(`${site.basePath}/`)) return 'pass'
  const pathname = requested.slice(site.basePath.length)
  if (pathname.startsWith('/api/')) return 'pass'
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
