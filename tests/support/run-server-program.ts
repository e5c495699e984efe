/** Runs a server command as a child process and returns its output and exit code. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bareEnvironment } from './bare-environment.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface CommandOutcome {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

/** `stdoutTo`: file for the raw standard output. */
export async function runServerProgram(
  args: readonly string[],
  env: Record<string, string>,
  stdoutTo?: string,
): Promise<CommandOutcome> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...bareEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  if (stdoutTo === undefined) child.stdout.setEncoding('utf8').on('data', text => (stdout += text))
  else child.stdout.pipe(createWriteStream(stdoutTo))
  child.stderr.setEncoding('utf8').on('data', text => (stderr += text))
  const [exitCode] = await once(child, 'close')
  return { exitCode, stdout, stderr }
}
