/** A worker process: claims jobs from the queue and runs them. Any number of them may run. */
import { composeWorker } from './compose-worker.ts'
import type { Settings } from './config.ts'
import { createLog } from './log.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { watchEventLoop } from './watch-event-loop.ts'

if (import.meta.main) await runUntilStopped(run)

async function run(settings: Settings) {
  const worker = await composeWorker(settings, createLog(settings.LOG_LEVEL, 'worker'))
  watchEventLoop('worker')
  return worker
}
