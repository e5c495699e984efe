/** Runs a program of this engine in the sandbox, with its job as JSON on standard input, and reads its progress. */
import { AppError, type ErrorParams } from '@filesmith/contract/errors'
import { readFailure } from '../process/helper-messages.ts'
import { nodeProgram } from '../process/node-helper.ts'
import { type JobPaths, jobPathsInside, runProcess } from '../process/run-process.ts'
import type { Mount } from '../process/sandbox.ts'
import type { GifContext } from './gif-context.ts'
import { failureMarker } from './sandboxed-messages.ts'

interface SandboxedRun {
  /** Relative to the folder of this engine. */
  readonly program: string
  readonly packages?: readonly string[]
  readonly input: string
  readonly workFolder: string
  readonly mounts?: readonly Mount[]
  readonly env?: Readonly<Record<string, string>>
  /** A promise lets the program start before its job is known. */
  readonly job: (paths: JobPaths) => object | Promise<object>
  readonly signal: AbortSignal
  /** Fraction of the work done, from 0 to 1. */
  readonly onShare: (share: number) => void
  /** Error parameters for the file that a failure refers to. */
  readonly errorParams: (fileIndex: number) => ErrorParams
}

const niceness = 10

export async function runSandboxed({ sandbox, settings }: GifContext, run: SandboxedRun): Promise<void> {
  const { command, script, mounts, env } = nodeProgram(sandbox, `gif/${run.program}`, run.packages)
  const paths = jobPathsInside(sandbox, { input: run.input, outFolder: run.workFolder })
  const stdin = Promise.resolve(run.job(paths)).then(job => JSON.stringify(job))
  // Reported by the run, unless that has failed before.
  stdin.catch(() => {})
  await runProcess(sandbox, {
    program: command,
    tool: 'GIF making',
    input: run.input,
    outFolder: run.workFolder,
    args: () => ['--disable-warning=ExperimentalWarning', script],
    mounts: [...mounts, ...(run.mounts ?? [])],
    env: { ...env, ...run.env },
    stdin,
    timeoutMs: settings.media.timeoutMs,
    limits: {
      // Node and its native libraries reserve address space that they never touch.
      memoryBytes: 2 * settings.maxMemoryBytes,
      cpuSeconds: settings.media.cpuSeconds,
      fileBytes: settings.maxOutputBytes,
      niceness,
    },
    signal: run.signal,
    onLine: line => {
      const share = Number(line)
      if (line !== '' && share >= 0 && share <= 1) run.onShare(share)
    },
    failure: exit => {
      const cause = new Error(`${run.program} ended (code ${exit.code}, signal ${exit.signal})`, {
        cause: exit.stderr,
      })
      const [, reported] = exit.stderr.split(failureMarker)
      const message = reported === undefined ? undefined : parseJson(reported.replace(/\n.*/s, ''))
      if (message === undefined) return new AppError('file-damaged', run.errorParams(0), { cause })
      const { fileIndex } = message as { fileIndex?: unknown }
      return readFailure(message, run.errorParams(Number(fileIndex) || 0))
    },
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
