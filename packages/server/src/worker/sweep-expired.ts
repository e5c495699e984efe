/** Removes what has expired or was abandoned, again and again; several workers may do so at once. */
import {
  expireConversions,
  failLostConversions,
  type RemoveConversionDeps,
} from '../domain/conversions/remove-conversion.ts'
import { removeExpiredUploads } from '../domain/uploads/remove-upload.ts'
import type { Log } from '../ports/log.ts'
import { removeOrphanedJobFolders } from './job-folder.ts'

export interface SweepDeps extends RemoveConversionDeps {
  readonly jobsDir: string
}

async function sweepOnce(deps: SweepDeps, now: Date): Promise<Record<string, number>> {
  return {
    orphanedJobFolders: await removeOrphanedJobFolders(deps.jobsDir),
    expiredConversions: await expireConversions(deps, now),
    removedUploads: await removeExpiredUploads(deps, now),
    lostConversions: await failLostConversions(deps),
  }
}

export function sweepRegularly(deps: SweepDeps, intervalMs: number, log: Log): { stop(): Promise<void> } {
  let sweeping: Promise<void> = Promise.resolve()
  const sweep = async () => {
    const counts = await sweepOnce(deps, new Date())
    if (Object.values(counts).some(count => count > 0)) log.info(counts, 'swept what was over')
  }
  const timer = setInterval(() => {
    sweeping = sweep().catch(error => log.warn({ err: error }, 'sweeping failed and will be tried again'))
  }, intervalMs)
  return {
    async stop() {
      clearInterval(timer)
      await sweeping
    },
  }
}
