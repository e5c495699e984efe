/** Runs the CLI as a child process in a temporary folder. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bareEnvironment } from './bare-environment.ts'

export const commandLineProgram = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))

export interface CommandLineFolder {
  readonly path: string
  /** Temporary files of the CLI; empty after it has cleaned up. */
  leftovers(): string[]
  /** Isolated from the developer's environment, for example from a stored login. */
  readonly env: NodeJS.ProcessEnv
  start(args: readonly string[], env?: NodeJS.ProcessEnv): ChildProcess
  run(args: readonly string[], given?: { env?: NodeJS.ProcessEnv; input?: Buffer }): Promise<CommandLineEnd>
  remove(): Promise<void>
}

export interface CommandLineEnd {
  readonly code: number | null
  readonly stdout: Buffer
  readonly stderr: string
}

export async function makeCommandLineFolder(): Promise<CommandLineFolder> {
  const base = await mkdtemp(join(tmpdir(), 'filesmith-line-'))
  const path = join(base, 'work')
  const temporary = join(base, 'tmp')
  await Promise.all([mkdir(path), mkdir(temporary)])
  const env = { ...bareEnvironment, HOME: base, TMPDIR: temporary, LANG: 'C.UTF-8' }
  const start = (args: readonly string[], more: NodeJS.ProcessEnv = {}) =>
    spawn(process.execPath, [commandLineProgram, ...args], { cwd: path, env: { ...env, ...more } })
  return {
    path,
    env,
    leftovers: () => readdirSync(temporary).filter(name => name.startsWith('filesmith-cli-')),
    start,
    async run(args, { env: more = {}, input } = {}) {
      const child = start(args, more)
      const stdout: Buffer[] = []
      let stderr = ''
      child.stdout?.on('data', (bytes: Buffer) => stdout.push(bytes))
      child.stderr?.on('data', bytes => (stderr += bytes))
      child.stdin?.end(input)
      const [code] = (await once(child, 'close')) as [number | null]
      return { code, stdout: Buffer.concat(stdout), stderr }
    },
    remove: () => rm(base, { recursive: true, force: true }),
  }
}
