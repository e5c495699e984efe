/**
 * Addresses below BASE_PATH. Links of the router and paths of the contract (`/help`, `/api/uploads`) do not contain it: it is
 * added where an address leaves the app. Addresses that the server sends (`downloadUrl`) contain it already.
 */
import { basePathMeta } from '@filesmith/contract/base-path-meta'

/** Without a trailing slash; empty at the root. */
export const basePath = document.querySelector<HTMLMetaElement>(`meta[name="${basePathMeta}"]`)?.content ?? ''

/** Address of a page or file of the site. */
export function siteAddress(path: string): string {
  return basePath + path
}

/** Address of an API call: a path of the contract, or an address sent by the server. BASE_PATH never begins with `/api`. */
export function apiAddress(path: string): string {
  return path.startsWith('/api/') ? siteAddress(path) : path
}

/** Scheme, host and base path, without a trailing slash. */
export function siteUrl(): string {
  return window.location.origin + basePath
}

/** Begins names in the storage of the browser, which all sites on one origin share; followed by a character that no base path has. */
export const storageOwner = `filesmith${basePath}`
