/** Keeps a child process running: one that breaks after it was ready is started again. */
import { type ChildProcess, fork } from 'node:child_process'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Log } from './ports/log.ts'

const restartDelayMs = 1_000
/** What a process needs beyond the time it may take for what is going on. */
const closingMs = 15_000

export interface SupervisedProcess {
  /** Rejects when the process ends before it was ready for the first time. */
  readonly ready: Promise<void>
  stop(hurry: AbortSignal): Promise<void>
}

export class ProcessFailedError extends Error {
  override readonly name = 'ProcessFailedError'
}

export function superviseProcess(options: {
  program: URL
  env: NodeJS.ProcessEnv
  log: Log
  /** How long the process may go on after it was told to stop. */
  drainSeconds: number
}): SupervisedProcess {
  const path = fileURLToPath(options.program)
  const name = basename(path)
  const ready = Promise.withResolvers<void>()
  let isStopping = false
  let wasReady = false
  let child: ChildProcess
  let ended: Promise<void>

  const start = () => {
    // A group of its own: Ctrl-C reaches only us, and we stop the children in order.
    child = fork(path, { env: options.env, detached: true })
    child.once('message', () => {
      wasReady = true
      ready.resolve()
    })
    ended = new Promise(resolve => child.once('exit', () => resolve()))
    child.once('exit', (code, signal) => {
      if (isStopping) return
      if (!wasReady) return ready.reject(new ProcessFailedError(`${name} ended before it was ready`))
      options.log.error({ code, signal, program: name }, 'a process ended and is started again')
      setTimeout(() => isStopping || start(), restartDelayMs)
    })
  }

  start()
  return {
    ready: ready.promise,
    async stop(hurry) {
      isStopping = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const tellToStop = () => child.kill('SIGTERM')
      tellToStop()
      // The second one means at once.
      hurry.addEventListener('abort', tellToStop)
      const graceMs = options.drainSeconds * 1000 + closingMs
      const impatience = setTimeout(() => child.kill('SIGKILL'), graceMs)
      await ended
      clearTimeout(impatience)
      hurry.removeEventListener('abort', tellToStop)
    },
  }
}
