/**
 * Compiled code of Node helpers, kept between starts: compiling is more than half of the time that a helper takes to
 * start. Each program is compiled once, by a run without a job. Helpers can only read the result: otherwise a file that
 * takes over one helper could change the code of all later ones.
 */
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Sandbox } from './sandbox.ts'
import type { SandboxedCommand } from './sandboxed-program.ts'

const sandboxedFolder = '/app/compiled'
const env = { NODE_COMPILE_CACHE: sandboxedFolder }
const limits = { memoryBytes: 4 * 1024 ** 3, niceness: 19 }
const compiling = new Set<string>()

export type CompiledCode = Required<Pick<SandboxedCommand, 'mounts' | 'env'>>

interface CompilableProgram extends Pick<SandboxedCommand, 'command' | 'mounts'> {
  readonly name: string
  readonly script: string
  readonly sourceFolders: readonly string[]
}

/** Nothing until the program is compiled, which this starts, and without a folder where Node keeps compiled code. */
export function compiledCode(sandbox: Sandbox, program: CompilableProgram): CompiledCode {
  const cacheFolder = process.env.NODE_COMPILE_CACHE
  if (cacheFolder === undefined || !sandbox.isIsolated) return { mounts: [], env: {} }
  const name = program.name.replaceAll('/', '-')
  const folder = join(cacheFolder, 'helpers', name, sourceVersion(program.sourceFolders))
  if (existsSync(folder))
    return { mounts: [{ source: folder, target: sandboxedFolder, isOptional: true }], env }
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
  const { child } = sandbox
    .prepare({
      command: program.command,
      args: [program.script],
      mounts: [...program.mounts, { source: unfinished, target: sandboxedFolder, isWritable: true }],
      system: 'libraries',
      env: { NODE_ENV: 'production', ...env },
      limits,
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
