/** Runs an external program on a job's files within limits, and maps every way it can fail to an error code. */

import { StringDecoder } from 'node:string_decoder'
import { AppError, toAppError } from '@filesmith/contract/errors'
import { countOomKills, createTail, type Exit, exitSignal, ranOutOfMemory } from './exit-cause.ts'
import { killGroup } from './kill-group.ts'
import type { Mount, ProcessLimits, Sandbox, SandboxedProgram } from './sandbox.ts'
import { watchMemory } from './watch-process-tree.ts'

export interface JobPaths {
  /** A file or a folder; read-only for the program, which sees nothing beside it. */
  readonly input: string
  /** The only writable folder, and the working folder. */
  readonly outFolder: string
}

export interface ProcessRun extends JobPaths {
  /** Absolute path. */
  readonly program: string
  /** Named in the message when the program is not installed. */
  readonly tool: string
  /** Gets the paths as seen by the program; always an array, never a shell command (injection). */
  readonly args: (paths: JobPaths) => readonly string[]
  /** A promise lets the program start before its input is known; its rejection stops the program. */
  readonly stdin?: string | Promise<string>
  /** Additional read-only mounts. */
  readonly mounts?: readonly Mount[]
  readonly env?: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly limits: ProcessLimits
  readonly signal: AbortSignal
  /** Called for every line of standard output, for progress. */
  readonly onLine?: (line: string) => void
  /** Called with raw output: some programs overwrite one line to show progress. */
  readonly onOutput?: (bytes: Buffer) => void
  /** Error for any other failure: a bad exit code, or a crash on this file. */
  readonly failure: (exit: Exit) => AppError
}

const sandboxedPaths: JobPaths = { input: '/job/in', outFolder: '/job/out' }

/** The paths of a job as seen by its program. */
export function jobPathsInside({ hasOwnPaths }: Sandbox, { input, outFolder }: JobPaths): JobPaths {
  return hasOwnPaths ? sandboxedPaths : { input, outFolder }
}

/** Resolves with the exit of a successful run, since its error output may matter. */
export async function runProcess(sandbox: Sandbox, run: ProcessRun): Promise<Exit> {
  if (sandbox.refusal !== null)
    throw new AppError('engine-missing', { tool: run.tool }, { cause: new Error(sandbox.refusal.problem) })
  if (run.signal.aborted) throw new AppError('cancelled')
  let stopped: AppError | undefined
  const oomKillsBefore = countOomKills()
  const exit = await new Promise<Exit>((resolve, reject) => {
    const { child, hasHitMemoryLimit } = prepare(sandbox, run).start()
    const stderr = createTail()
    const lines = splitLines(line => run.onLine?.(line))
    const stop = (error: AppError) => {
      stopped ??= error
      killGroup(child)
    }
    const onAbort = () => stop(new AppError('cancelled'))
    const timer = setTimeout(() => stop(new AppError('took-too-long')), run.timeoutMs)
    run.signal.addEventListener('abort', onAbort)
    // The kernel limits each process; this limits all of them together.
    const { memoryBytes } = run.limits
    const stopWatching =
      memoryBytes === undefined
        ? () => {}
        : watchMemory(child.pid ?? 0, memoryBytes, () => stop(new AppError('needs-too-much-memory')))
    const settle = () => {
      clearTimeout(timer)
      stopWatching()
      run.signal.removeEventListener('abort', onAbort)
    }
    child.stderr.on('data', bytes => stderr.push(bytes))
    child.stdout.on('data', bytes => lines.push(bytes)).on('end', () => lines.end())
    if (run.onOutput !== undefined) child.stdout.on('data', run.onOutput)
    // A program that exits without reading all its input breaks the pipe; its exit is handled instead.
    child.stdin.on('error', () => {})
    if (run.stdin instanceof Promise)
      run.stdin.then(
        text => child.stdin.end(text),
        error => stop(toAppError(error)),
      )
    else child.stdin.end(run.stdin)
    child.once('error', cause => {
      settle()
      reject(new AppError('engine-missing', { tool: run.tool }, { cause }))
    })
    child.once('close', (code, signal) => {
      settle()
      resolve({
        code,
        signal,
        stderr: stderr.text(),
        hasHitMemoryLimit: hasHitMemoryLimit(),
        wasMemoryExhausted: countOomKills() > oomKillsBefore,
      })
    })
  })
  const error = stopped ?? exitError(exit, run)
  if (error) throw error
  return exit
}

function prepare(sandbox: Sandbox, run: ProcessRun): SandboxedProgram {
  const { program: command, limits } = run
  const paths = jobPathsInside(sandbox, run)
  return sandbox.prepare({
    command,
    args: run.args(paths),
    mounts: [
      { source: run.input, target: sandboxedPaths.input },
      { source: run.outFolder, target: sandboxedPaths.outFolder, isWritable: true },
      ...(run.mounts ?? []),
    ],
    system: 'programs',
    workingFolder: paths.outFolder,
    ...(run.env && { env: run.env }),
    limits,
  })
}

const fileTooLarge = /File too large/i
const diskFull = /No space left on device|Disk quota exceeded/i

function exitError(exit: Exit, run: ProcessRun): AppError | undefined {
  if (exit.code === 0) return undefined
  const cause = new Error(`${run.program} ended (code ${exit.code}, signal ${exit.signal})`, {
    cause: exit.stderr,
  })
  const signal = exitSignal(exit)
  if (signal === 'SIGXCPU') return new AppError('took-too-long', {}, { cause })
  if (signal === 'SIGXFSZ' || fileTooLarge.test(exit.stderr))
    return new AppError('result-too-large', {}, { cause })
  if (diskFull.test(exit.stderr)) return new AppError('storage-full', {}, { cause })
  if (ranOutOfMemory(exit)) return new AppError('needs-too-much-memory', {}, { cause })
  if (isMissingProgram(exit.stderr)) return new AppError('engine-missing', { tool: run.tool }, { cause })
  return run.failure(exit)
}

interface LineSplitter {
  push(bytes: Buffer): void
  /** Emits a last line without a line break. */
  end(): void
}

/** Splits output into lines as it arrives; an endless line uses bounded memory. */
export function splitLines(onLine: (line: string) => void, maxLineLength = 64 * 1024): LineSplitter {
  const decoder = new StringDecoder('utf8')
  let buffered = ''
  return {
    push(bytes) {
      const parts = decoder.write(bytes).split('\n')
      const last = parts.pop() ?? ''
      for (const part of parts) {
        onLine((buffered + part).slice(0, maxLineLength))
        buffered = ''
      }
      buffered = (buffered + last).slice(0, maxLineLength)
    },
    end() {
      if (buffered !== '') onLine(buffered)
    },
  }
}

/** As bubblewrap and the launcher of the second sandbox report it. */
function isMissingProgram(stderr: string): boolean {
  return stderr
    .split('\n')
    .some(line => /execvp|failed to execute/i.test(line) && /No such file or directory/i.test(line))
}
