/**
 * Reports how the production code is cut, by package: lines, modules, and modules that exactly one other module imports.
 * A report, not a gate: a module with one importer is right where it is loaded on demand or as large as its importer.
 */
import { resolve } from 'node:path'
import { isProduction } from '../import-rules/check-import.ts'
import { readImports } from '../import-rules/read-imports.ts'
import { createResolver } from '../import-rules/resolve-import.ts'
import { sourcesOf, treeOnDisk } from '../import-rules/source-tree.ts'
import { rootFolder } from '../root-folder.mjs'

const tree = treeOnDisk(resolve(process.argv[2] ?? rootFolder))
const resolveImport = createResolver(tree)
const modules = sourcesOf(tree).filter(path => path.startsWith('packages/') && isProduction(path))
const importers = new Map(modules.map(path => [path, new Set<string>()]))
for (const path of modules)
  for (const { specifier } of readImports(path, tree.read(path))) {
    const target = resolveImport(path, specifier)
    if (target.kind === 'file') importers.get(target.path)?.add(path)
  }

const packageOf = (path: string) => path.split('/')[1] ?? path
const packages = [...Map.groupBy(modules, packageOf), ['all', modules] as const]
console.log('package     lines  modules  with one importer')
for (const [name, paths] of packages) {
  const lines = paths.reduce((sum, path) => sum + tree.read(path).split('\n').length - 1, 0)
  const single = paths.filter(path => importers.get(path)?.size === 1).length
  const share = ((100 * single) / paths.length).toFixed(0)
  console.log(
    `${name.padEnd(10)} ${String(lines).padStart(6)} ${String(paths.length).padStart(8)} ${String(single).padStart(6)} (${share} %)`,
  )
}
