/** Where to go on after signing in: a path of this site and nothing else, whatever an address line says. */
import { paths } from './routes.ts'

/** As our pages are written. Anything else is not worth the risk: browsers read '//host', '/\host' and '/.//host' as other sites. */
const ownAddress = /^\/(?:[\w-]+(?:\/[\w-]+)*\/?)?(?:[?#][!-~]*)?$/

export function ownPath(wanted: string | null | undefined): string {
  return wanted && ownAddress.test(wanted) ? wanted : paths.home
}
