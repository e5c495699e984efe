/** Checks one import against the rules and explains a violation. */
import type { ImportStatement } from './read-imports.ts'
import type { Target } from './resolve-import.ts'
import { type Layer, layers, outsideWorldBuiltins, testFiles, toolingFiles } from './rules.ts'
import type { Manifest } from './source-tree.ts'

export interface Manifests {
  readonly root: Manifest
  readonly own: Manifest
}

export function isProduction(path: string): boolean {
  return path.startsWith('packages/') && !testFiles.test(path) && !toolingFiles.test(path)
}

export function layerOf(path: string): Layer | undefined {
  return isProduction(path) ? layers.find(({ files }) => files.test(path)) : undefined
}

/** Returns why the import is not allowed, or undefined. */
export function checkImport(
  from: string,
  statement: ImportStatement,
  target: Target,
  manifests: Manifests,
): string | undefined {
  if (target.kind === 'missing') return 'there is no such file in this repository'
  if (target.kind === 'builtin') return checkBuiltin(from, target.name)
  if (target.kind === 'package') {
    return checkDeclared(from, target.name, manifests) ?? checkPackage(from, target.name)
  }
  return checkFile(from, statement, target.path, manifests)
}

function checkBuiltin(from: string, name: string): string | undefined {
  const layer = layerOf(from)
  if (layer === undefined || layer.builtins === 'all') return undefined
  if (layer.builtins === 'none') return `${layer.name} runs in browsers too and has no Node modules`
  return outsideWorldBuiltins.test(name)
    ? `${layer.name} reaches the outside world only through ports`
    : undefined
}

function checkPackage(from: string, name: string): string | undefined {
  const layer = layerOf(from)
  if (layer === undefined || layer.packages === 'declared') return undefined
  const isAllowed = layer.packages.some(pattern => pattern.test(name))
  return isAllowed ? undefined : `${layer.name} may not use the package ${name}`
}

function checkDeclared(from: string, name: string, { root, own }: Manifests): string | undefined {
  const declared = { ...own.dependencies, ...own.optionalDependencies }
  if (name in declared) return undefined
  // Packages of types alone, such as `mdast`, are installed under another name.
  const tools = { ...declared, ...root.devDependencies }
  if (!(name in tools) && `@types/${name}` in tools) return undefined
  if (!isProduction(from)) {
    return name in { ...own.devDependencies, ...root.devDependencies } ? undefined : undeclared(name)
  }
  return name in (own.devDependencies ?? {})
    ? `${name} is a development package: only tests and tooling may import it`
    : undeclared(name)
}

function undeclared(name: string): string {
  return `${name} is not declared in the package.json of the importing package`
}

function checkFile(
  from: string,
  { specifier, isType }: ImportStatement,
  path: string,
  manifests: Manifests,
): string | undefined {
  if (packageFolder(from) !== packageFolder(path)) {
    if (from.startsWith('packages/') && specifier.startsWith('.')) {
      return 'another package is imported by its name, not by a path into its folder'
    }
    const name = specifier.split('/').slice(0, 2).join('/')
    const reason = specifier.startsWith('.') ? undefined : checkDeclared(from, name, manifests)
    if (reason !== undefined && isProduction(from)) return reason
  }
  if (!isProduction(from)) return undefined
  if (testFiles.test(path)) return 'production code may not import tests'
  if (!isProduction(path)) return 'production code may not import tooling'
  return checkLayers(from, path, isType)
}

function checkLayers(from: string, path: string, isType: boolean): string | undefined {
  const layer = layerOf(from)
  const targetLayer = layerOf(path)
  // A file without a layer is reported separately; a style sheet or image belongs to the layer of its folder.
  if (layer === undefined || targetLayer === undefined) return undefined
  if (layer === targetLayer) {
    const [room, targetModule] = [from, path].map(file => layer.files.exec(file)?.[1])
    return room === targetModule
      ? undefined
      : `${layer.name}/${room} may not import ${layer.name}/${targetModule}`
  }
  if (layer.mayImport.includes(targetLayer.name)) return undefined
  if (!layer.mayImportTypes?.includes(targetLayer.name))
    return `${layer.name} may not import ${targetLayer.name}`
  return isType ? undefined : `${layer.name} may import only types from ${targetLayer.name}`
}

function packageFolder(path: string): string {
  return /^packages\/[^/]+/.exec(path)?.[0] ?? ''
}
