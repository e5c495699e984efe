/** Checks every import of a source tree: layers, modules, declared packages, cycles. */
import { checkImport, isProduction, layerOf } from './check-import.ts'
import { findImportCycles, type Graph } from './find-import-cycles.ts'
import { readImports } from './read-imports.ts'
import { createResolver } from './resolve-import.ts'
import { readManifest, type SourceTree, sourcesOf } from './source-tree.ts'

export interface Violation {
  readonly file: string
  readonly line: number
  readonly reason: string
}

export function checkImportRules(tree: SourceTree): Violation[] {
  const resolve = createResolver(tree)
  const root = readManifest(tree, '')
  const violations: Violation[] = []
  const graph = new Map<string, string[]>()

  for (const file of sourcesOf(tree)) {
    if (isProduction(file) && layerOf(file) === undefined) {
      violations.push({ file, line: 1, reason: 'belongs to no layer: see scripts/import-rules/rules.ts' })
    }
    const folder = root.workspaces?.find(workspace => file.startsWith(`${workspace}/`))
    const manifests = { root, own: folder === undefined ? root : readManifest(tree, folder) }
    const targets: string[] = []
    for (const statement of readImports(file, tree.read(file))) {
      const target = resolve(file, statement.specifier)
      if (target.kind === 'file') targets.push(target.path)
      const reason = checkImport(file, statement, target, manifests)
      if (reason !== undefined) {
        violations.push({ file, line: statement.line, reason: `imports ${statement.specifier}: ${reason}` })
      }
    }
    graph.set(file, targets)
  }
  for (const cycle of [...findImportCycles(graph), ...findImportCycles(engineFolders(graph))]) {
    const [file = ''] = cycle
    violations.push({ file, line: 1, reason: `import cycle: ${cycle.join(' -> ')}` })
  }
  return violations
}

/** Engines that share code import a folder below both, so that each can be read, tested and removed without the others. */
function engineFolders(graph: Graph): Graph {
  const folderOf = (file: string) =>
    isProduction(file) ? /^packages\/engines\/src\/[^/]+(?=\/)/.exec(file)?.[0] : undefined
  const folders = new Map<string, string[]>()
  for (const [file, targets] of graph) {
    const folder = folderOf(file)
    if (folder === undefined) continue
    const others = targets
      .map(folderOf)
      .filter(target => target !== undefined)
      .filter(target => target !== folder)
    folders.set(folder, [...(folders.get(folder) ?? []), ...others])
  }
  return folders
}
