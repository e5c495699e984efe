/** One warm helper: a child that stays loaded, takes one job at a time over its pipes and answers with bytes. */
import { Writable } from 'node:stream'
import { AppError, type ErrorParams, toAppError } from '@filesmith/contract/errors'
import type { Progress } from '../engine.ts'
import { createTail, type Exit, hasCrashed, ranOutOfMemory } from './exit-cause.ts'
import { createFrameParser, frameTypes, inputPipe } from './frames.ts'
import { readFailure, readProgress } from './helper-messages.ts'
import { killGroup } from './kill-group.ts'
import { openPartialFile } from './partial-file.ts'
import type { SandboxedProcess, SandboxedProgram } from './sandbox.ts'
import { sendJob } from './send-job.ts'
import { watchMemory } from './watch-process-tree.ts'

export interface HelperJob {
  /** What the helper's program understands; it reaches it as JSON. */
  readonly request: object
  /** None when the request says everything. */
  readonly inputPath?: string
  /** Sent right behind the input; the request says where one ends and the other begins. */
  readonly attachedPath?: string
  /** None when the answer is only what the helper tells: texts that never touch a disk. */
  readonly outputPath?: string
  readonly signal: AbortSignal
  /** A helper has taken it: until then it only waits for a free one. */
  readonly onStart?: () => void
  readonly onProgress: (progress: Progress) => void
  readonly timeoutMs: number
  readonly maxOutputBytes: number
  readonly maxMemoryBytes: number
  /** Fill the holes of error messages the helper leaves open. */
  readonly errorParams: ErrorParams
  /** Says what a crash on this file means to the user. */
  readonly crashError: (cause: Error) => AppError
}

export interface HelperProcess {
  /** Settles when the program has loaded, or fails with what it said. */
  readonly ready: Promise<void>
  /** False from the moment it is told to end, or has ended by itself. */
  readonly isUsable: boolean
  readonly jobsTaken: number
  /** Answers what the helper tells about its result; not trusted. */
  run(job: HelperJob): Promise<unknown>
  kill(): void
  /** Resolves once the process is gone. */
  readonly gone: Promise<Exit>
}

interface Listener {
  onMessage(type: number, message: unknown): void
  onBytes(bytes: Buffer): void
}

/** Far more than any of them needs: a machine that is busy when a worker starts must not cost it an engine. */
const usualReadyTimeoutMs = 90_000

export function startHelper(program: SandboxedProgram, readyTimeoutMs = usualReadyTimeoutMs): HelperProcess {
  const started = program.start({ hasInputPipe: true })
  const { child } = started
  const input = child.stdio[inputPipe]
  if (!(input instanceof Writable)) throw new Error('The helper has no input pipe')
  const pipes = { messages: child.stdin, input }
  const stderr = createTail()
  child.stderr.on('data', bytes => stderr.push(bytes))
  // A dying helper breaks its pipes; its exit is what we act on.
  for (const pipe of Object.values(pipes)) pipe.on('error', () => {})

  let isUsable = true
  let jobsTaken = 0
  const gone = exitOf(started, () => stderr.text()).then(exit => {
    isUsable = false
    return exit
  })
  function kill(): void {
    isUsable = false
    killGroup(child)
  }

  let listener: Listener | undefined
  let becomeReady: () => void = () => {}
  const parse = createFrameParser({
    onMessage: (type, message) =>
      type === frameTypes.ready ? becomeReady() : listener?.onMessage(type, message),
    onBytes: bytes => listener?.onBytes(bytes),
  })
  child.stdout.on('data', (bytes: Buffer) => {
    try {
      parse(bytes)
    } catch {
      kill()
    }
  })

  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      kill()
      reject(new Error(`The helper did not load within ${readyTimeoutMs} ms`))
    }, readyTimeoutMs)
    becomeReady = () => {
      clearTimeout(timer)
      resolve()
    }
    gone.then(exit => {
      clearTimeout(timer)
      reject(exitError(exit))
    })
  })
  ready.catch(() => {})

  async function run(job: HelperJob): Promise<unknown> {
    jobsTaken += 1
    job.onStart?.()
    const output = job.outputPath
      ? await openPartialFile(job.outputPath, job.maxOutputBytes, () => child.stdout.resume())
      : undefined
    const { promise: answer, resolve, reject } = Promise.withResolvers<unknown>()
    const giveUp = (error: AppError) => {
      reject(error)
      kill()
    }
    // An answer about the file leaves the helper in a known state; a fault of its own does not.
    const fail = (error: AppError) => (error.isFault ? giveUp(error) : reject(error))
    const onAbort = () => giveUp(new AppError('cancelled'))
    const timer = setTimeout(() => giveUp(new AppError('took-too-long')), job.timeoutMs)
    const stopWatching = watchMemory(child.pid ?? 0, job.maxMemoryBytes, () =>
      giveUp(new AppError('needs-too-much-memory')),
    )
    gone.then(exit => reject(lossError(exit, job)))
    listener = {
      onMessage: (type, message) => {
        if (type === frameTypes.progress) job.onProgress(readProgress(message))
        else if (type === frameTypes.done) resolve(message)
        else if (type === frameTypes.failed) fail(readFailure(message, job.errorParams))
      },
      onBytes: bytes => {
        try {
          if (output === undefined) throw new Error('The helper sent bytes that nobody asked for')
          if (!output.write(bytes)) child.stdout.pause()
        } catch (error) {
          giveUp(toAppError(error))
        }
      },
    }
    job.signal.addEventListener('abort', onAbort)
    try {
      if (job.signal.aborted) onAbort()
      else sendJob(pipes, job).catch(error => giveUp(new AppError('internal', {}, { cause: error })))
      const about = await answer
      await output?.keep()
      return about
    } catch (error) {
      await output?.discard()
      throw error
    } finally {
      clearTimeout(timer)
      stopWatching()
      job.signal.removeEventListener('abort', onAbort)
      listener = undefined
      // The last bytes may have come while the disk was behind: the next job must not find the pipe paused.
      child.stdout.resume()
    }
  }

  return {
    ready,
    gone,
    run,
    kill,
    get isUsable() {
      return isUsable
    },
    get jobsTaken() {
      return jobsTaken
    },
  }
}

function exitOf({ child, hasHitMemoryLimit }: SandboxedProcess, stderr: () => string): Promise<Exit> {
  return new Promise(resolve => {
    child.once('error', error => resolve({ code: null, signal: null, stderr: error.message }))
    child.once('close', (code, signal) =>
      resolve({ code, signal, stderr: stderr(), hasHitMemoryLimit: hasHitMemoryLimit() }),
    )
  })
}

function exitError(exit: Exit): Error {
  const said = exit.stderr.split('\n').find(line => /error/i.test(line)) ?? ''
  const message = `The helper ended (code ${exit.code}, signal ${exit.signal}). ${said}`.trim()
  return new Error(message, { cause: exit.stderr })
}

/** A helper that ran out of memory or crashed says something about the file; one killed from outside does not. */
function lossError(exit: Exit, job: HelperJob): AppError {
  const cause = exitError(exit)
  if (ranOutOfMemory(exit)) return new AppError('needs-too-much-memory', {}, { cause })
  if (hasCrashed(exit)) return job.crashError(cause)
  return new AppError('internal', {}, { cause })
}
