/** Path to return to after signing in: only paths of this site (open redirect). */
import { paths } from './routes.ts'

/** Strict: browsers treat '//host', '/\host' and '/.//host' as other sites. */
const ownAddress = /^\/(?:[\w-]+(?:\/[\w-]+)*\/?)?(?:[?#][!-~]*)?$/

export function ownPath(wanted: string | null | undefined): string {
  return wanted && ownAddress.test(wanted) ? wanted : paths.home
}
