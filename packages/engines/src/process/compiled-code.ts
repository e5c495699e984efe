/**
 * Compiled code of Node helpers, kept between starts: finding and compiling hundreds of modules is most of the time that
 * a helper takes to start. Each program is bundled once, then compiled by a run without a job. Helpers can only read the
 * result: otherwise a file that takes over one helper could change the code of all later ones. Nothing until the program
 * is compiled, which this starts, and without a folder where Node keeps compiled code.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Mount, pathInside, type Sandbox } from './sandbox.ts'
import type { SandboxedCommand } from './sandboxed-program.ts'

const compiledFolder = '/app/compiled'
const bundleFolder = 'bundle'
const bundledProgram = 'program.mjs'
const compileLimits = { memoryBytes: 4 * 1024 ** 3, niceness: 19 }
const compiling = new Map<string, Promise<void>>()

export interface CompiledCode extends Required<Pick<SandboxedCommand, 'mounts' | 'env'>> {
  /** What to start, inside the sandbox. */
  readonly script: string
}

interface CompilableProgram extends Pick<SandboxedCommand, 'command' | 'mounts'> {
  readonly name: string
  readonly script: string
  /** The script that runs a bundle, inside the sandbox. */
  readonly launcher: string
  readonly sources: readonly Mount[]
}

export function compiledCode(sandbox: Sandbox, program: CompilableProgram): CompiledCode {
  const uncompiled = { mounts: [], env: {}, script: program.script }
  const cacheFolder = process.env.NODE_COMPILE_CACHE
  if (cacheFolder === undefined || !sandbox.isIsolated) return uncompiled
  const name = `${program.name.replaceAll('/', '-')}${sandbox.hasOwnPaths ? '' : '-unmapped'}`
  const folder = join(cacheFolder, 'helpers', name, sourceVersion(program.sources))
  if (existsSync(folder)) {
    const { mounts, ...compiled } = compiledMount(sandbox, program, folder)
    return { ...compiled, mounts: mounts.map(mount => ({ ...mount, isOptional: true })) }
  }
  if (!compiling.has(folder)) {
    // Without it helpers start more slowly; a full or read-only disk is no reason for more.
    const compiled = compile(sandbox, program, folder).catch(() => {})
    compiling.set(folder, compiled)
  }
  return uncompiled
}

/** Resolves when no program is being compiled; jobs do not wait for that. */
export async function whenCompiled(): Promise<void> {
  await Promise.all(compiling.values())
}

/** Node uses only what it compiled from the same path. */
function compiledMount(
  sandbox: Sandbox,
  { script, launcher }: CompilableProgram,
  source: string,
): CompiledCode {
  const mount = { source, target: compiledFolder }
  const inside = pathInside(sandbox, mount)
  const mounts = [mount]
  const env = { NODE_COMPILE_CACHE: inside }
  if (!existsSync(join(source, bundleFolder, bundledProgram))) return { mounts, env, script }
  const bundle = join(inside, bundleFolder, bundledProgram)
  return { mounts, env: { ...env, PROGRAM_BUNDLE: bundle, PROGRAM_SOURCE: script }, script: launcher }
}

const versions = new Map<string, string>()

/** Of all sources and installed packages: a bundle of other sources must never run. */
function sourceVersion(sources: readonly Mount[]): string {
  const folders = sources.map(({ source }) => source)
  const key = folders.join()
  const known = versions.get(key)
  if (known !== undefined) return known
  const files = folders.flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)),
  )
  const installed = installedPackages()
  const hash = createHash('sha256')
  for (const path of installed === undefined ? files : [...files, installed]) {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${path} ${size} ${mtimeMs}\n`)
  }
  const version = `${process.version}-${hash.digest('hex').slice(0, 20)}`
  versions.set(key, version)
  return version
}

/** The list that npm writes whenever it changes a package; undefined without one. */
function installedPackages(): string | undefined {
  const folders = createRequire(import.meta.url).resolve.paths('zod') ?? []
  return folders.map(folder => join(folder, '.package-lock.json')).find(path => existsSync(path))
}

async function compile(sandbox: Sandbox, program: CompilableProgram, folder: string): Promise<void> {
  const unfinished = `${folder}-${process.pid}`
  await mkdir(unfinished, { recursive: true })
  // In the other sandbox a bundle would not find the packages next to it. Without the bundler the source is compiled.
  if (sandbox.hasOwnPaths) await writeBundle(program, join(unfinished, bundleFolder)).catch(() => {})
  const { mounts, env, script } = compiledMount(sandbox, program, unfinished)
  const { child } = sandbox
    .prepare({
      command: program.command,
      args: [script],
      mounts: [...program.mounts, ...mounts.map(mount => ({ ...mount, isWritable: true }))],
      system: 'libraries',
      env: { NODE_ENV: 'production', ...env },
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

const bundler = fileURLToPath(new URL('bundle-program.ts', import.meta.url))

/** In a separate process, so that the worker does not keep the bundler in memory. */
async function writeBundle({ name, sources }: CompilableProgram, into: string): Promise<void> {
  const [engines] = sources
  if (engines === undefined || !existsSync(join(engines.source, name))) return
  await promisify(execFile)(process.execPath, [
    bundler,
    JSON.stringify({
      program: join(engines.source, name),
      folder: engines.source,
      target: engines.target,
      into,
    }),
  ])
}
