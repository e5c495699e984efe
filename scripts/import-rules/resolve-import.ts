/** Resolves an import specifier to a file of the checkout, an npm package, a builtin, or nothing. */
import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import { readManifest, type SourceTree } from './source-tree.ts'

export type Target =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'package'; readonly name: string }
  | { readonly kind: 'builtin'; readonly name: string }
  | { readonly kind: 'missing' }

export type Resolve = (from: string, specifier: string) => Target

export function createResolver(tree: SourceTree): Resolve {
  const workspaces = new Map(
    (readManifest(tree, '').workspaces ?? []).map(folder => {
      const { name = folder, exports = {} } = readManifest(tree, folder)
      return [name, { folder, exports }]
    }),
  )
  const fileOrMissing = (path: string): Target => {
    return tree.files.has(path) ? { kind: 'file', path } : { kind: 'missing' }
  }

  return (from, specifier) => {
    if (isBuiltin(specifier)) return { kind: 'builtin', name: specifier }
    const [plain = specifier] = specifier.split('?')
    if (plain.startsWith('.')) return fileOrMissing(posix.join(posix.dirname(from), plain))
    const name = packageName(plain)
    const workspace = workspaces.get(name)
    if (workspace === undefined) return { kind: 'package', name }
    const exported = exportedPath(workspace.exports, `.${plain.slice(name.length)}`)
    return exported === undefined
      ? { kind: 'missing' }
      : fileOrMissing(posix.join(workspace.folder, exported))
  }
}

function packageName(specifier: string): string {
  const parts = specifier.split('/')
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/')
}

function exportedPath(exports: Readonly<Record<string, string>>, subpath: string): string | undefined {
  const exact = exports[subpath]
  if (exact !== undefined) return exact
  for (const [pattern, target] of Object.entries(exports)) {
    const [before = '', after] = pattern.split('*')
    const isMatch = after !== undefined && subpath.startsWith(before) && subpath.endsWith(after)
    if (isMatch) return target.replace('*', subpath.slice(before.length, subpath.length - after.length))
  }
  return undefined
}
