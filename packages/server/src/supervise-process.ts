/** Keeps a child process running: one that breaks after it was ready is started again. */
import { type ChildProcess, fork } from 'node:child_process'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Log } from './ports/log.ts'

const restartDelayMs = 1_000
/** Longer than a worker takes to let its running jobs finish. */
const stopGraceMs = 20_000

export interface SupervisedProcess {
  /** Rejects when the process ends before it was ready for the first time. */
  readonly ready: Promise<void>
  stop(): Promise<void>
}

export class ProcessFailedError extends Error {
  override readonly name = 'ProcessFailedError'
}

export function superviseProcess(options: {
  program: URL
  env: NodeJS.ProcessEnv
  log: Log
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
    async stop() {
      isStopping = true
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      const impatience = setTimeout(() => child.kill('SIGKILL'), stopGraceMs)
      await ended
      clearTimeout(impatience)
    },
  }
}
