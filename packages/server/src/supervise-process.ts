/** Keeps a child process running: restarts it if it exits after it was ready, unless its event loop stalls often. */
import { type ChildProcess, fork } from 'node:child_process'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Log } from './ports/log.ts'
import { stallSignal } from './watch-event-loop.ts'

const restartDelayMs = 1_000
/** Whatever stalls it comes back after each restart: an operator has to look. */
const maxStallRestarts = 3
const stallWindowMs = 10 * 60_000
/** Time for cleanup after the drain period, before the process is killed. */
const cleanupMs = 15_000

export interface SupervisedProcess {
  /** Rejects if the process exits before it first becomes ready. */
  readonly ready: Promise<void>
  /** Rejects when it is not restarted any more. */
  readonly failed: Promise<never>
  stop(force: AbortSignal): Promise<void>
}

export class ProcessFailedError extends Error {
  override readonly name = 'ProcessFailedError'
}

export function superviseProcess(options: {
  program: URL
  args?: readonly string[]
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
  const failed = Promise.withResolvers<never>()
  // The caller may stop before it waits for a failure.
  failed.promise.catch(() => undefined)
  const stallRestartsMs: number[] = []
  let isStopping = false
  let wasReady = false
  let child: ChildProcess
  let exited: Promise<void>

  const start = () => {
    // A separate process group, so that Ctrl-C reaches only the parent, which stops the children in order.
    child = fork(path, options.args ?? [], { env: options.env, detached: true })
    child.on('message', message => {
      if (message !== 'ready') return options.onMessage?.(message)
      wasReady = true
      ready.resolve()
    })
    exited = new Promise(resolve => child.once('exit', () => resolve()))
    child.once('exit', (code, signal) => {
      if (isStopping) return
      if (!wasReady) return ready.reject(new ProcessFailedError(`${name} exited before it was ready`))
      if (signal === stallSignal && !mayRestartAfterStall(stallRestartsMs))
        return failed.reject(
          new ProcessFailedError(
            `${name} stalled again after ${maxStallRestarts} restarts within ${stallWindowMs / 60_000} minutes`,
          ),
        )
      options.log.error({ code, signal, program: name }, 'process exited, restarting')
      setTimeout(() => isStopping || start(), restartDelayMs)
    })
  }

  start()
  return {
    ready: ready.promise,
    failed: failed.promise,
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

/** Records the restart if it is allowed. */
function mayRestartAfterStall(restartsMs: number[]): boolean {
  const now = performance.now()
  if (restartsMs.filter(atMs => now - atMs < stallWindowMs).length >= maxStallRestarts) return false
  restartsMs.push(now)
  return true
}
