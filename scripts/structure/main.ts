/**
 * Reports how the production code is cut, by package: lines, modules, and modules that exactly one other module imports.
 * A report, not a gate: a module with one importer is right where it is as large as its importer, and cannot be merged where it is loaded
 * on demand, such as the screens, so that these are counted apart.
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
const onDemand = new Set<string>()
for (const path of modules)
  for (const { specifier, isOnDemand } of readImports(path, tree.read(path))) {
    const target = resolveImport(path, specifier)
    if (target.kind !== 'file') continue
    importers.get(target.path)?.add(path)
    if (isOnDemand) onDemand.add(target.path)
  }

const packageOf = (path: string) => path.split('/')[1] ?? path
const packages = [...Map.groupBy(modules, packageOf), ['all', modules] as const]
console.log('package     lines  modules  with one importer   of these on demand')
for (const [name, paths] of packages) {
  const lines = paths.reduce((sum, path) => sum + tree.read(path).split('\n').length - 1, 0)
  const single = paths.filter(path => importers.get(path)?.size === 1)
  const share = ((100 * single.length) / paths.length).toFixed(0)
  const demanded = single.filter(path => onDemand.has(path)).length
  console.log(
    `${name.padEnd(10)} ${String(lines).padStart(6)} ${String(paths.length).padStart(8)} ${String(single.length).padStart(6)} (${share} %) ${String(demanded).padStart(12)}`,
  )
}
