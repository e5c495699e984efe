/** One warm helper: a child process that stays loaded, runs one job at a time and streams back the result. */

import { open, stat } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { AppError, type ErrorParams, toAppError } from '@filesmith/contract/errors'
import type { Progress } from '../engine.ts'
import { countOomKills, createTail, type Exit, hasCrashed, ranOutOfMemory } from './exit-cause.ts'
import { createFrameParser, frameTypes, inputPipe, messageFrame } from './frames.ts'
import { readFailure, readProgress } from './helper-messages.ts'
import { killGroup } from './kill-group.ts'
import { openPartialFile } from './partial-file.ts'
import type { SandboxedProcess, SandboxedProgram } from './sandbox.ts'
import { watchMemory } from './watch-process-tree.ts'

export interface HelperJob {
  /** Request to the helper's program, sent as JSON. */
  readonly request: object
  /** Omitted if the request contains everything. */
  readonly inputPath?: string
  /** Sent right after the input; the request says where it begins. */
  readonly attachedPath?: string
  /** Omitted if the result is only the helper's reply, such as text that is never written to disk. */
  readonly outputPath?: string
  readonly signal: AbortSignal
  /** Called when a helper starts the job; until then it waits for a free one. */
  readonly onStart?: () => void
  readonly onProgress: (progress: Progress) => void
  readonly timeoutMs: number
  readonly maxOutputBytes: number
  readonly maxMemoryBytes: number
  /** Default parameters of error messages. */
  readonly errorParams: ErrorParams
  /** Error to report to the user if the helper crashes on this file. */
  readonly crashError: (cause: Error) => AppError
}

export interface HelperProcess {
  /** Resolves when the program has loaded, or rejects with its error output. */
  readonly ready: Promise<void>
  /** False from the moment it is killed or has exited. */
  readonly isUsable: boolean
  readonly jobsTaken: number
  /** Resolves with the helper's reply about the result; not trusted. */
  run(job: HelperJob): Promise<unknown>
  kill(): void
  /** Resolves when the process has exited. */
  readonly gone: Promise<Exit>
}

interface Listener {
  onMessage(type: number, message: unknown): void
  onBytes(bytes: Buffer): void
}

/** Far more than needed: a loaded machine at startup must not disable an engine. */
const defaultReadyTimeoutMs = 90_000

export function startHelper(
  program: SandboxedProgram,
  readyTimeoutMs = defaultReadyTimeoutMs,
): HelperProcess {
  const started = program.start({ hasInputPipe: true })
  const { child } = started
  const input = child.stdio[inputPipe]
  if (!(input instanceof Writable)) throw new Error('The helper has no input pipe')
  const pipes = { messages: child.stdin, input }
  const stderr = createTail()
  child.stderr.on('data', bytes => stderr.push(bytes))
  // A dying helper breaks its pipes; its exit is handled instead.
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
    const oomKillsBefore = countOomKills()
    const output = job.outputPath
      ? await openPartialFile(job.outputPath, job.maxOutputBytes, () => child.stdout.resume())
      : undefined
    const { promise: answer, resolve, reject } = Promise.withResolvers<unknown>()
    const abort = (error: AppError) => {
      reject(error)
      kill()
    }
    // After an error about the file the helper is in a known state; after an internal error it is not.
    const fail = (error: AppError) => (error.isFault ? abort(error) : reject(error))
    const onAbort = () => abort(new AppError('cancelled'))
    const timer = setTimeout(() => abort(new AppError('took-too-long')), job.timeoutMs)
    const stopWatching = watchMemory(child.pid ?? 0, job.maxMemoryBytes, () =>
      abort(new AppError('needs-too-much-memory')),
    )
    gone.then(exit =>
      reject(lossError({ ...exit, wasMemoryExhausted: countOomKills() > oomKillsBefore }, job)),
    )
    listener = {
      onMessage: (type, message) => {
        if (type === frameTypes.progress) job.onProgress(readProgress(message))
        else if (type === frameTypes.done) resolve(message)
        else if (type === frameTypes.failed) {
          const error = readFailure(message, job.errorParams)
          // A program that the helper runs was killed.
          const isOutOfMemory = error.isFault && countOomKills() > oomKillsBefore
          fail(isOutOfMemory ? new AppError('needs-too-much-memory', {}, { cause: error }) : error)
        }
      },
      onBytes: bytes => {
        try {
          if (output === undefined) throw new Error('The helper sent unexpected bytes')
          if (!output.write(bytes)) child.stdout.pause()
        } catch (error) {
          abort(toAppError(error))
        }
      },
    }
    job.signal.addEventListener('abort', onAbort)
    try {
      if (job.signal.aborted) onAbort()
      else sendJob(pipes, job).catch(error => abort(new AppError('internal', {}, { cause: error })))
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
      // The pipe may still be paused by backpressure from the disk: resume it for the next job.
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
  const errorLine = exit.stderr.split('\n').find(line => /error/i.test(line)) ?? ''
  const message = `The helper ended (code ${exit.code}, signal ${exit.signal}). ${errorLine}`.trim()
  return new Error(message, { cause: exit.stderr })
}

/** Running out of memory or crashing is attributed to the file; being killed from outside is not. */
function lossError(exit: Exit, job: HelperJob): AppError {
  const cause = exitError(exit)
  if (ranOutOfMemory(exit)) return new AppError('needs-too-much-memory', {}, { cause })
  if (hasCrashed(exit)) return job.crashError(cause)
  return new AppError('internal', {}, { cause })
}

interface HelperPipes {
  readonly messages: Writable
  readonly input: Writable
}

interface Sending {
  readonly request: object
  readonly inputPath?: string
  readonly attachedPath?: string
  readonly signal: AbortSignal
}

/** Sends a job to a helper: the request as a message, the input files on their own pipe. */
async function sendJob({ messages, input }: HelperPipes, sending: Sending): Promise<void> {
  const { signal, inputPath, attachedPath } = sending
  const paths = [inputPath, attachedPath].filter(path => path !== undefined)
  const sizes = await Promise.all(paths.map(async path => (await stat(path)).size))
  const inputBytes = sizes.reduce((sum, size) => sum + size, 0)
  messages.write(messageFrame(frameTypes.job, { ...sending.request, inputBytes }))
  try {
    for (const [index, path] of paths.entries()) await sendFile(input, path, sizes[index] ?? 0)
  } catch (error) {
    // A helper that died breaks the pipe; its exit is handled instead.
    if (!signal.aborted && !input.destroyed) throw error
  }
}

const maxBufferBytes = 1024 * 1024

/** Sends exactly `bytes`: a file that changes meanwhile must not desynchronize the stream. */
export async function sendFile(pipe: Writable, path: string, bytes: number): Promise<void> {
  const bufferBytes = Math.min(maxBufferBytes, bytes)
  let [filling, sending] = [Buffer.allocUnsafeSlow(bufferBytes), Buffer.allocUnsafeSlow(bufferBytes)]
  const file = await open(path)
  try {
    let sent: Promise<void> | undefined
    for (let bytesLeft = bytes; bytesLeft > 0; ) {
      const [{ bytesRead }] = await Promise.all([
        file.read(filling, 0, Math.min(bufferBytes, bytesLeft)),
        sent,
      ])
      if (bytesRead === 0) throw new Error(`A file of ${bytes} bytes ended ${bytesLeft} bytes too early`)
      bytesLeft -= bytesRead
      ;[filling, sending] = [sending, filling]
      sent = send(pipe, sending.subarray(0, bytesRead))
    }
    await sent
  } finally {
    await file.close()
  }
}

function send(pipe: Writable, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    pipe.write(bytes, error => (error ? reject(error) : resolve()))
  })
}
