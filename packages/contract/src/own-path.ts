/** Where to go on after signing in: a path of this site and nothing else, whatever an address line says. */
import { paths } from './routes.ts'

export function ownPath(wanted: string | null | undefined, siteUrl: string): string {
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, siteUrl)) return paths.home
  // Browsers read '//host' and '/\host' as another site; resolving shows what they would make of it.
  const resolved = new URL(wanted, siteUrl)
  if (resolved.origin !== new URL(siteUrl).origin) return paths.home
  return resolved.pathname + resolved.search + resolved.hash
}
