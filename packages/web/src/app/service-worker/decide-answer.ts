/** What the service worker does with a request; everything it has no business with goes its way untouched. */
import { sharedFilesPath } from '@filesmith/contract/shared-files'

/**
 * `asset`: built files never change, so a kept one is as good as the server's. `file`: the server's, or else the kept one.
 * `document`: the server's page, or else what can be said without it. `shared`: files from another app.
 */
export type Decision = 'pass' | 'asset' | 'file' | 'document' | 'shared'

interface Asked {
  readonly method: string
  readonly url: string
  readonly mode: string
}

export function decideAnswer(
  { method, url, mode }: Asked,
  origin: string,
  keptFiles: readonly string[],
): Decision {
  const { origin: askedOrigin, pathname } = new URL(url)
  if (askedOrigin !== origin || pathname.startsWith('/api/')) return 'pass'
  if (method === 'POST' && pathname === sharedFilesPath) return 'shared'
  if (method !== 'GET') return 'pass'
  if (pathname.startsWith('/assets/')) return 'asset'
  if (keptFiles.includes(pathname)) return 'file'
  return mode === 'navigate' && isPage(pathname) ? 'document' : 'pass'
}

/** Files that are opened by their own address, such as pictures and the sitemap, have an ending. */
function isPage(pathname: string): boolean {
  return !/\.\w+$/.test(pathname)
}
