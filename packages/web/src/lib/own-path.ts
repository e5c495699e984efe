/** Where to go on after signing in: a path of this site and nothing else, whatever an address line says. */
import { paths } from '@filesmith/contract/routes'

export function ownPath(wanted: string | null): string {
  if (!wanted?.startsWith('/')) return paths.home
  // Browsers read '//host' and '/\host' as another site; resolving shows what they would make of it.
  const resolved = new URL(wanted, window.location.origin)
  if (resolved.origin !== window.location.origin) return paths.home
  return resolved.pathname + resolved.search + resolved.hash
}
