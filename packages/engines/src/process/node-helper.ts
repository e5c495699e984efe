/** Runs a Node helper in the sandbox: its source and the packages it needs, read-only; no job folder, no network. */
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Mount, pathInside, type Sandbox, type SandboxedProgram } from './sandbox.ts'
import type { SandboxedCommand } from './sandboxed-program.ts'

interface NodeHelper {
  /** Path of the program below this package's src folder. */
  readonly program: string
  /** npm packages it imports; their dependencies are included. */
  readonly packages: readonly string[]
  readonly memoryBytes: number
  readonly env?: Readonly<Record<string, string>>
  /** Additional read-only mounts. */
  readonly mounts?: readonly Mount[]
  /** CPU priority (nice), 0 to 19. */
  readonly niceness?: number
}

const sourceFolder = realpathSync(fileURLToPath(new URL('..', import.meta.url)))
const packageFile = join(sourceFolder, '..', 'package.json')
const sandboxFolder = '/app'
const contractPackage = '@filesmith/contract'

export function prepareNodeHelper(sandbox: Sandbox, helper: NodeHelper): SandboxedProgram {
  const limits = {
    memoryBytes: helper.memoryBytes,
    ...(helper.niceness === undefined ? {} : { niceness: helper.niceness }),
  }
  const program = nodeProgram(sandbox, helper.program, helper.packages)
  const { command, script, mounts } = program
  const env = { ...program.env, ...helper.env }
  const allMounts = [...mounts, ...(helper.mounts ?? [])]
  return sandbox.prepare({ command, args: [script], mounts: allMounts, system: 'libraries', env, limits })
}

export interface NodeProgram {
  readonly command: string
  /** Its first argument. */
  readonly script: string
  readonly mounts: readonly Mount[]
  readonly env: Readonly<Record<string, string>>
}

/** Command and mounts for a program below the src folder. */
export function nodeProgram(
  sandbox: Sandbox,
  program: string,
  packages: readonly string[] = [],
): NodeProgram {
  const env = { NODE_ENV: 'production' }
  if (!sandbox.isIsolated)
    return { command: process.execPath, script: join(sourceFolder, program), mounts: [], env }
  const node = { source: realpathSync(process.execPath), target: `${sandboxFolder}/node` }
  const sources = { source: sourceFolder, target: `${sandboxFolder}/engines/src` }
  const source = {
    command: pathInside(sandbox, node),
    script: join(pathInside(sandbox, sources), program),
    mounts: [
      node,
      sources,
      { source: packageFile, target: `${sandboxFolder}/engines/package.json` },
      ...contractMounts(),
      // Every helper parses its requests.
      ...packageMounts(['zod', ...packages]),
    ],
  }
  const sourceFolders = source.mounts.flatMap(({ source, target }) =>
    target.endsWith('/src') ? [source] : [],
  )
  const compiled = compiledCode(sandbox, { ...source, name: program, sourceFolders })
  return { ...source, mounts: [...source.mounts, ...compiled.mounts], env: { ...env, ...compiled.env } }
}

/** The contract package, linked as in a workspace: Node does not run TypeScript below node_modules. */
function contractMounts(): Mount[] {
  const folder = packageFolder(contractPackage, packageFile)
  if (folder === undefined) return []
  const mounts = ['src', 'package.json'].map(name => ({
    source: join(folder, name),
    target: `${sandboxFolder}/contract/${name}`,
  }))
  return [
    ...mounts,
    {
      source: `${sandboxFolder}/contract`,
      target: `${sandboxFolder}/node_modules/${contractPackage}`,
      isLink: true,
    },
  ]
}

/** All installed packages reachable from the named ones, laid out for Node's module resolution. */
function packageMounts(names: readonly string[]): Mount[] {
  const mounts = new Map<string, Mount>()
  const visit = (name: string, fromFile: string) => {
    const folder = packageFolder(name, fromFile)
    if (folder === undefined || mounts.has(name)) return
    mounts.set(name, { source: folder, target: `${sandboxFolder}/node_modules/${name}` })
    const file = join(folder, 'package.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<
      string,
      Record<string, string> | undefined
    >
    const needed = { ...manifest.dependencies, ...manifest.optionalDependencies }
    for (const dependency of Object.keys(needed)) visit(dependency, file)
  }
  for (const name of names) visit(name, packageFile)
  return [...mounts.values()]
}

/** Resolves the folder itself, since a package's exports may hide its package.json. */
function packageFolder(name: string, fromFile: string): string | undefined {
  for (const folder of createRequire(fromFile).resolve.paths(name) ?? []) {
    const candidate = join(folder, name, 'package.json')
    try {
      return dirname(realpathSync(candidate))
    } catch {
      // Not installed at this level, or not for this platform.
    }
  }
  return undefined
}

const compiledFolder = '/app/compiled'
/** Node uses only what it compiled from the same path. */
function compiledMount(sandbox: Sandbox, source: string): CompiledCode {
  const mount = { source, target: compiledFolder }
  return { mounts: [mount], env: { NODE_COMPILE_CACHE: pathInside(sandbox, mount) } }
}
const compileLimits = { memoryBytes: 4 * 1024 ** 3, niceness: 19 }
const compiling = new Set<string>()

export type CompiledCode = Required<Pick<SandboxedCommand, 'mounts' | 'env'>>

interface CompilableProgram extends Pick<SandboxedCommand, 'command' | 'mounts'> {
  readonly name: string
  readonly script: string
  readonly sourceFolders: readonly string[]
}

/**
 * Compiled code of Node helpers, kept between starts: compiling is more than half of the time that a helper takes to
 * start. Each program is compiled once, by a run without a job. Helpers can only read the result: otherwise a file that
 * takes over one helper could change the code of all later ones. Nothing until the program is compiled, which this
 * starts, and without a folder where Node keeps compiled code.
 */
export function compiledCode(sandbox: Sandbox, program: CompilableProgram): CompiledCode {
  const cacheFolder = process.env.NODE_COMPILE_CACHE
  if (cacheFolder === undefined || !sandbox.isIsolated) return { mounts: [], env: {} }
  const name = `${program.name.replaceAll('/', '-')}${sandbox.hasOwnPaths ? '' : '-unmapped'}`
  const folder = join(cacheFolder, 'helpers', name, sourceVersion(program.sourceFolders))
  if (existsSync(folder)) {
    const { mounts, env } = compiledMount(sandbox, folder)
    return { mounts: mounts.map(mount => ({ ...mount, isOptional: true })), env }
  }
  if (!compiling.has(folder)) {
    compiling.add(folder)
    // Without it helpers start more slowly; a full or read-only disk is no reason for more.
    compile(sandbox, program, folder).catch(() => {})
  }
  return { mounts: [], env: {} }
}

const versions = new Map<string, string>()

/** Node compares every source with what it compiled, so a version that is too old costs only time. */
function sourceVersion(folders: readonly string[]): string {
  const key = folders.join()
  const known = versions.get(key)
  if (known !== undefined) return known
  const newest = folders
    .flatMap(folder =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)),
    )
    .reduce((latest, path) => Math.max(latest, statSync(path).mtimeMs), 0)
  const version = `${process.version}-${Math.round(newest)}`
  versions.set(key, version)
  return version
}

async function compile(sandbox: Sandbox, program: CompilableProgram, folder: string): Promise<void> {
  const unfinished = `${folder}-${process.pid}`
  await mkdir(unfinished, { recursive: true })
  const compiled = compiledMount(sandbox, unfinished)
  const { child } = sandbox
    .prepare({
      command: program.command,
      args: [program.script],
      mounts: [...program.mounts, ...compiled.mounts.map(mount => ({ ...mount, isWritable: true }))],
      system: 'libraries',
      env: { NODE_ENV: 'production', ...compiled.env },
      limits: compileLimits,
    })
    .start()
  child.stdin.on('error', () => {}).end()
  child.stdout.resume()
  child.stderr.resume()
  await once(child, 'close')
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true, force: true }))
  // Of earlier sources, and of runs that were cut off.
  const others = (await readdir(dirname(folder))).filter(name => name !== basename(folder))
  await Promise.all(others.map(name => rm(join(dirname(folder), name), { recursive: true, force: true })))
}
