/** The files that the import rules check: those of the checkout, or a fixture of a test. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow } from '../setup/hash-files.mjs'

export interface SourceTree {
  /** Every file, source or not, by its path relative to the checkout. */
  readonly files: ReadonlySet<string>
  read(path: string): string
}

export interface Manifest {
  readonly name?: string
  readonly exports?: Readonly<Record<string, string>>
  readonly workspaces?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const folders = ['packages', 'scripts', 'tests', 'bench']
const sourceFile = /\.(?:ts|tsx|mts|mjs|js)$/

export function treeOnDisk(rootFolder: string): SourceTree {
  const atTop = readdirSync(rootFolder).filter(name => name.endsWith('.config.ts') || name === 'package.json')
  const below = folders
    .map(name => join(rootFolder, name))
    .filter(folder => existsSync(folder))
    .flatMap(folder => filesBelow(folder))
    .map(path => path.slice(rootFolder.length + 1))
  return { files: new Set([...atTop, ...below]), read: path => readFileSync(join(rootFolder, path), 'utf8') }
}

export function sourcesOf(tree: SourceTree): string[] {
  return [...tree.files].filter(path => sourceFile.test(path) && !path.includes('/public/')).toSorted()
}

export function readManifest(tree: SourceTree, folder: string): Manifest {
  const path = folder === '' ? 'package.json' : `${folder}/package.json`
  return tree.files.has(path) ? JSON.parse(tree.read(path)) : {}
}
