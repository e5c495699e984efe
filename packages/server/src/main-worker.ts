/** A worker process: claims jobs from the queue and runs them. Any number of them may run. */
import { composeWorker } from './compose-worker.ts'
import { createLog } from './log.ts'
import { runUntilStopped } from './run-until-stopped.ts'

if (import.meta.main)
  await runUntilStopped(settings => composeWorker(settings, createLog(settings.LOG_LEVEL, 'worker')))
