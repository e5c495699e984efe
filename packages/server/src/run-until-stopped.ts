/** Process lifecycle: start, report readiness, stop on a signal or when the parent exits; a second signal stops at once. */

import { readSettings, type Settings, SettingsError } from './config.ts'
import { ProcessFailedError } from './supervise-process.ts'

const stopSignals = ['SIGINT', 'SIGTERM'] as const

interface Running {
  /** Rejects after a failure that no restart can fix. */
  readonly failed?: Promise<never>
  /** Finishes running work until `force` is aborted. */
  close(force: AbortSignal): Promise<void>
}

export async function runUntilStopped(start: (settings: Settings) => Promise<Running>): Promise<void> {
  const stopRequested = Promise.withResolvers<void>()
  const force = new AbortController()
  let signals = 0
  const onSignal = () => {
    signals += 1
    stopRequested.resolve()
    if (signals === 2) force.abort()
    // A third signal exits without cleanup.
    if (signals > 2) process.exit(1)
  }
  for (const signal of stopSignals) process.on(signal, onSignal)
  process.on('disconnect', () => stopRequested.resolve())
  try {
    const running = await start(readSettings(process.env))
    process.send?.('ready')
    try {
      await Promise.race([stopRequested.promise, ...(running.failed ? [running.failed] : [])])
    } finally {
      await running.close(force.signal)
    }
    process.exitCode = 0
  } catch (error) {
    console.error(describeFailure(error))
    process.exitCode = 1
  }
  // Open handles must not keep the process alive.
  process.exit()
}

function describeFailure(error: unknown): string {
  if (error instanceof SettingsError) return `Filesmith cannot start, invalid settings:\n${error.message}`
  if (error instanceof ProcessFailedError) return `Filesmith stopped: ${error.message}. See the error above.`
  if (isAddressInUse(error))
    return `Filesmith cannot start: port ${error.port} is already in use. Set ${settingOf(error.port)} to another port.`
  return `Filesmith cannot start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}

function isAddressInUse(error: unknown): error is Error & { port: number } {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

function settingOf(port: number): string {
  return String(port) === process.env.METRICS_PORT ? 'METRICS_PORT' : 'PORT'
}
