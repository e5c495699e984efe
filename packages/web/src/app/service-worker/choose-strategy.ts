/** Chooses the caching strategy of the service worker for a request. */
import { sharedFilesPath } from '@filesmith/contract/shared-files'

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
