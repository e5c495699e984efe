/** The life of a process: start, say that it is ready, stop on a signal or when its parent is gone; a second signal means at once. */

import { readSettings, type Settings, SettingsError } from './config.ts'
import { ProcessFailedError } from './supervise-process.ts'

const stopSignals = ['SIGINT', 'SIGTERM'] as const

interface Running {
  /** Lets what is going on come to an end, until `hurry` says that there is no time for it. */
  close(hurry: AbortSignal): Promise<void>
}

export async function runUntilStopped(start: (settings: Settings) => Promise<Running>): Promise<void> {
  const stopWanted = Promise.withResolvers<void>()
  const hurry = new AbortController()
  let signals = 0
  const onSignal = () => {
    signals += 1
    stopWanted.resolve()
    if (signals === 2) hurry.abort()
    // Somebody who asks three times means it.
    if (signals > 2) process.exit(1)
  }
  for (const signal of stopSignals) process.on(signal, onSignal)
  process.on('disconnect', () => stopWanted.resolve())
  try {
    const running = await start(readSettings(process.env))
    process.send?.('ready')
    await stopWanted.promise
    await running.close(hurry.signal)
    process.exitCode = 0
  } catch (error) {
    console.error(describeFailure(error))
    process.exitCode = 1
  }
  // Whatever still holds the process open has nothing left to do.
  process.exit()
}

function describeFailure(error: unknown): string {
  if (error instanceof SettingsError) return `Filesmith cannot start with these settings:\n${error.message}`
  if (error instanceof ProcessFailedError)
    return `Filesmith stopped: ${error.message}. Its reason stands above.`
  if (isAddressInUse(error))
    return `Filesmith cannot start: port ${error.port} is taken. Set ${settingOf(error.port)} to another one.`
  return `Filesmith cannot start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}

function isAddressInUse(error: unknown): error is Error & { port: number } {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

function settingOf(port: number): string {
  return String(port) === process.env.METRICS_PORT ? 'METRICS_PORT' : 'PORT'
}
