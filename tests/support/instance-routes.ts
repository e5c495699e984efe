/** The table of docs/private-instance.md: every page and call with what a public and a private instance answer. */
import { indexedPaths, pageAt } from '@filesmith/contract/page-at'
import { pages, redirectsOf } from '@filesmith/contract/routes'
import type { DeclaredRoute } from '../../packages/server/src/http/access.ts'

export interface InstanceRoutes {
  readonly public: readonly DeclaredRoute[]
  readonly private: readonly DeclaredRoute[]
}

const begin = '<!-- routes: begin -->'
const end = '<!-- routes: end -->'

/** The document with its table as it should be. */
export function withRouteTable(document: string, routes: InstanceRoutes): string {
  const [before = '', rest = ''] = document.split(begin)
  const [, after = ''] = rest.split(end)
  const rows = [...pageRows(), ...callRows(routes)]
  return `${before}${begin}\n\n| page or call | public | private |\n|---|---|---|\n${rows.join('\n')}\n\n${end}${after}`
}

function pageRows(): string[] {
  const redirects = redirectsOf('public')
  const paths = new Set([...indexedPaths('public'), ...indexedPaths('private'), ...Object.keys(pages)])
  const answer = (instance: 'public' | 'private', path: string) => (pageAt(instance, path) ? 'page' : '404')
  return [
    ...[...paths].map(path => row(path, answer('public', path), answer('private', path))),
    ...Object.entries(redirects).map(([path, to]) =>
      row(path, `redirect to \`${to}\``, path in redirectsOf('private') ? `redirect to \`${to}\`` : '404'),
    ),
  ]
}

/** HEAD is answered like GET. */
function callRows(routes: InstanceRoutes): string[] {
  const listed = (declared: readonly DeclaredRoute[]) =>
    new Map(
      declared
        .filter(({ method, url }) => method !== 'HEAD' && isCall(url))
        .map(({ method, url, access, scope }) => [
          `${method} ${url}`,
          access === 'key' ? `key${scope ? ` (${scope})` : ''}` : access,
        ]),
    )
  const [inPublic, inPrivate] = [listed(routes.public), listed(routes.private)]
  const calls = [...new Set([...inPublic.keys(), ...inPrivate.keys()])]
  const byPath = (call: string) => call.split(' ').reverse().join(' ')
  return calls
    .toSorted((one, other) => (byPath(one) < byPath(other) ? -1 : 1))
    .map(call => row(call, inPublic.get(call) ?? '404', inPrivate.get(call) ?? '404'))
}

/** Beside the API: probes and files that the server writes itself, not the files of the web app. */
function isCall(url: string): boolean {
  return (
    url.startsWith('/api/') ||
    /^\/(?:healthz|livez|ads\.txt|robots\.txt|sitemap\.xml|\.well-known\/)/.test(url)
  )
}

function row(name: string, inPublic: string, inPrivate: string): string {
  return `| \`${name}\` | ${inPublic} | ${inPrivate} |`
}
