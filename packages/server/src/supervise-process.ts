/** Keeps a child process running: restarts it if it exits after it was ready. */
import { type ChildProcess, fork } from 'node:child_process'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Log } from './ports/log.ts'

const restartDelayMs = 1_000
/** Time for cleanup after the drain period, before the process is killed. */
const cleanupMs = 15_000

export interface SupervisedProcess {
  /** Rejects if the process exits before it first becomes ready. */
  readonly ready: Promise<void>
  stop(force: AbortSignal): Promise<void>
}

export class ProcessFailedError extends Error {
  override readonly name = 'ProcessFailedError'
}

export function superviseProcess(options: {
  program: URL
  env: NodeJS.ProcessEnv
  log: Log
  /** How long the process may finish running work after SIGTERM. */
  drainSeconds: number
  /** Called with every message other than that the process is ready. */
  onMessage?: (message: unknown) => void
}): SupervisedProcess {
  const path = fileURLToPath(options.program)
  const name = basename(path)
  const ready = Promise.withResolvers<void>()
  let isStopping = false
  let wasReady = false
  let child: ChildProcess
  let exited: Promise<void>

  const start = () => {
    // A separate process group, so that Ctrl-C reaches only the parent, which stops the children in order.
    child = fork(path, { env: options.env, detached: true })
    child.on('message', message => {
      if (message !== 'ready') return options.onMessage?.(message)
      wasReady = true
      ready.resolve()
    })
    exited = new Promise(resolve => child.once('exit', () => resolve()))
    child.once('exit', (code, signal) => {
      if (isStopping) return
      if (!wasReady) return ready.reject(new ProcessFailedError(`${name} exited before it was ready`))
      options.log.error({ code, signal, program: name }, 'process exited, restarting')
      setTimeout(() => isStopping || start(), restartDelayMs)
    })
  }

  start()
  return {
    ready: ready.promise,
    async stop(force) {
      isStopping = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const terminate = () => child.kill('SIGTERM')
      terminate()
      // A second SIGTERM makes the child stop at once.
      force.addEventListener('abort', terminate)
      const graceMs = options.drainSeconds * 1000 + cleanupMs
      const killTimer = setTimeout(() => child.kill('SIGKILL'), graceMs)
      await exited
      clearTimeout(killTimer)
      force.removeEventListener('abort', terminate)
    },
  }
}
