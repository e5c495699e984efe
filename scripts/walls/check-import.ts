/** Holds one import against the rules and says in words what is wrong with it. */
import type { ImportStatement } from './read-imports.ts'
import type { Target } from './resolve-import.ts'
import type { Manifest } from './source-tree.ts'
import { type Floor, floors, outsideWorldBuiltins, testFiles, toolingFiles } from './walls.rules.ts'

export interface Manifests {
  readonly root: Manifest
  readonly own: Manifest
}

export function isProduction(path: string): boolean {
  return path.startsWith('packages/') && !testFiles.test(path) && !toolingFiles.test(path)
}

export function floorOf(path: string): Floor | undefined {
  return isProduction(path) ? floors.find(({ files }) => files.test(path)) : undefined
}

/** Answers the reason why the import may not be, or undefined. */
export function checkImport(
  from: string,
  statement: ImportStatement,
  target: Target,
  manifests: Manifests,
): string | undefined {
  if (target.kind === 'missing') return 'there is no such file in this repository'
  if (target.kind === 'builtin') return checkBuiltin(from, statement, target.name)
  if (target.kind === 'package') {
    return checkDeclared(from, target.name, manifests) ?? checkPackage(from, statement, target.name)
  }
  return checkFile(from, statement, target.path, manifests)
}

function checkBuiltin(from: string, { isType }: ImportStatement, name: string): string | undefined {
  const floor = floorOf(from)
  if (floor === undefined || floor.builtins === 'all') return checkTypesOnly(floor, isType)
  if (floor.builtins === 'none') return `${floor.name} runs in browsers too and has no Node modules`
  return outsideWorldBuiltins.test(name)
    ? `${floor.name} reaches the outside world only through ports`
    : undefined
}

function checkPackage(from: string, { isType }: ImportStatement, name: string): string | undefined {
  const floor = floorOf(from)
  if (floor === undefined || floor.packages === 'declared') return checkTypesOnly(floor, isType)
  const isAllowed = floor.packages.some(pattern => pattern.test(name))
  return isAllowed ? checkTypesOnly(floor, isType) : `${floor.name} may not use the package ${name}`
}

function checkDeclared(from: string, name: string, { root, own }: Manifests): string | undefined {
  const declared = { ...own.dependencies, ...own.optionalDependencies }
  if (name in declared) return undefined
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
  return checkFloors(from, path, isType)
}

function checkFloors(from: string, path: string, isType: boolean): string | undefined {
  const floor = floorOf(from)
  const targetFloor = floorOf(path)
  // A file on no floor is reported by itself; a style sheet or picture stands in the folder of its floor.
  if (floor === undefined || targetFloor === undefined) return undefined
  if (floor === targetFloor) {
    const [room, targetRoom] = [from, path].map(file => floor.files.exec(file)?.[1])
    return room === targetRoom
      ? undefined
      : `${floor.name}/${room} may not import ${floor.name}/${targetRoom}`
  }
  if (floor.mayImport.includes(targetFloor.name)) return checkTypesOnly(floor, isType)
  if (!floor.mayImportTypes?.includes(targetFloor.name))
    return `${floor.name} may not import ${targetFloor.name}`
  return isType ? undefined : `${floor.name} may import only types from ${targetFloor.name}`
}

function checkTypesOnly(floor: Floor | undefined, isType: boolean): string | undefined {
  return floor?.isTypesOnly && !isType ? `${floor.name} may import only types` : undefined
}

function packageFolder(path: string): string {
  return /^packages\/[^/]+/.exec(path)?.[0] ?? ''
}
