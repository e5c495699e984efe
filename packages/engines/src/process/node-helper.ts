/** Runs a Node helper in the sandbox: its source and the packages it needs, read-only; no job folder, no network. */
import { readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compiledCode } from './compiled-code.ts'
import { type Mount, pathInside, type Sandbox, type SandboxedProgram } from './sandbox.ts'

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

/** Writable memory of a helper before its first job, most of it never touched: Node has 560 MiB on x64, less on arm64. */
export const idleNodeBytes = 768 * 1024 * 1024

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
  const engines = { source: sourceFolder, target: `${sandboxFolder}/engines/src` }
  const inSources = (path: string) => join(pathInside(sandbox, engines), path)
  const command = pathInside(sandbox, node)
  const mounts = [
    node,
    engines,
    { source: packageFile, target: `${sandboxFolder}/engines/package.json` },
    ...contractMounts(),
    // Every helper parses its requests.
    ...packageMounts(['zod', ...packages]),
  ]
  const compiled = compiledCode(sandbox, {
    name: program,
    command,
    script: inSources(program),
    launcher: inSources('process/launch-program.ts'),
    mounts,
    sources: mounts.filter(({ target }) => target.endsWith('/src')),
  })
  return {
    command,
    script: compiled.script,
    mounts: [...mounts, ...compiled.mounts],
    env: { ...env, ...compiled.env },
  }
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

const mountsOfPackages = new Map<string, readonly Mount[]>()

/** Searched once: some helpers are prepared for every job, and dozens of packages take a while to find. */
function packageMounts(names: readonly string[]): readonly Mount[] {
  const key = names.join()
  const mounts = mountsOfPackages.get(key) ?? findPackages(names)
  mountsOfPackages.set(key, mounts)
  return mounts
}

/** All installed packages reachable from the named ones, laid out for Node's module resolution. */
function findPackages(names: readonly string[]): Mount[] {
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
