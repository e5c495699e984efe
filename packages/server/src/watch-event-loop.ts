/**
 * Kills this process when its event loop stalls, so that it is restarted: a request or job that keeps the main
 * thread busy stops everybody else (denial of service). Waiting for a disk, a suspended machine and SIGSTOP use no
 * processor time and are no stall.
 */
import { Worker } from 'node:worker_threads'

/** Its default action ends a process without a core dump; nothing else sends it. */
export const stallSignal = 'SIGVTALRM'

const stallCpuSeconds = 10
const beatMs = 500

export interface WatchdogSettings {
  /** Shared with the main thread, which counts it up. */
  readonly beats: SharedArrayBuffer
  readonly role: string
  readonly cpuSeconds: number
  readonly checkMs: number
}

/** `role` is that of the log. */
export function watchEventLoop(role: string, { cpuSeconds = stallCpuSeconds } = {}): void {
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const counter = new Int32Array(beats)
  const settings: WatchdogSettings = { beats, role, cpuSeconds, checkMs: beatMs }
  setInterval(() => Atomics.add(counter, 0, 1), beatMs).unref()
  const thread = new Worker(new URL('event-loop-watchdog.ts', import.meta.url), {
    workerData: settings,
    // It has no options of the main thread, such as those for memory.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
  })
  thread.unref()
}
