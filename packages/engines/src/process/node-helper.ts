/** The jail of a Node helper: our source and the packages it needs, read-only; no job folder, no network. */
import { readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Mount, Sandbox, SandboxedProgram } from './sandbox.ts'

interface NodeHelper {
  /** Path of the program below this package's src folder. */
  readonly program: string
  /** npm packages it imports; what those depend on comes along. */
  readonly packages: readonly string[]
  readonly memoryBytes: number
  readonly env?: Readonly<Record<string, string>>
  /** What its jail shows beside the program, read-only. */
  readonly mounts?: readonly Mount[]
  /** How far it steps back for other work of the machine, 0 to 19. */
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
  const env = { NODE_ENV: 'production', ...helper.env }
  const { command, script, mounts } = nodeProgram(sandbox, helper.program, helper.packages)
  const shown = [...mounts, ...(helper.mounts ?? [])]
  return sandbox.prepare({ command, args: [script], mounts: shown, system: 'libraries', env, limits })
}

export interface NodeProgram {
  readonly command: string
  /** Its first argument. */
  readonly script: string
  readonly mounts: readonly Mount[]
}

/** How a program of ours below the src folder is called, and what the jail must show for it. */
export function nodeProgram(
  sandbox: Sandbox,
  program: string,
  packages: readonly string[] = [],
): NodeProgram {
  if (!sandbox.isIsolated)
    return { command: process.execPath, script: join(sourceFolder, program), mounts: [] }
  return {
    command: `${sandboxFolder}/node`,
    script: `${sandboxFolder}/engines/src/${program}`,
    mounts: [
      { source: realpathSync(process.execPath), target: `${sandboxFolder}/node` },
      { source: sourceFolder, target: `${sandboxFolder}/engines/src` },
      { source: packageFile, target: `${sandboxFolder}/engines/package.json` },
      ...contractMounts(),
      ...packageMounts(packages),
    ],
  }
}

/** What the contract says holds in the jail too. A link, as in a workspace: Node runs no TypeScript that lies in node_modules. */
function contractMounts(): Mount[] {
  const folder = packageFolder(contractPackage, packageFile)
  if (folder === undefined) return []
  const shown = ['src', 'package.json'].map(name => ({
    source: join(folder, name),
    target: `${sandboxFolder}/contract/${name}`,
  }))
  return [
    ...shown,
    {
      source: `${sandboxFolder}/contract`,
      target: `${sandboxFolder}/node_modules/${contractPackage}`,
      isLink: true,
    },
  ]
}

/** Every installed package reachable from the named ones, laid out as Node looks for them. */
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

/** Looks for the folder itself: a package's exports may hide its package.json. */
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
