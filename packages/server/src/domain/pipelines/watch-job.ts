/** Yields the state of a job after each change until it is finished. */
import type { Notifications } from '../../ports/notifications.ts'
import type { PipelineRecord } from '../../ports/pipeline-store.ts'
import { watchChanges } from '../conversions/watch-conversion.ts'
import type { Owner } from '../owners/owner.ts'
import { isJobFinished } from './describe-job.ts'
import { type FindJobDeps, findJob } from './find-job.ts'

export interface WatchJobDeps extends FindJobDeps {
  readonly notifications: Notifications
}

export function watchJob(
  deps: WatchJobDeps,
  owner: Owner,
  id: string,
  options: { afterRevision?: number; signal: AbortSignal },
): AsyncGenerator<PipelineRecord, void> {
  return watchChanges(deps, options, {
    topic: 'pipeline-changed',
    matches: changedId => changedId === id,
    load: () => findJob(deps, owner, id),
    isFinal: ({ status }) => isJobFinished(status),
  })
}

/** Returns the final state, or the current one if `signal` aborts first. */
export async function waitForJob(
  deps: WatchJobDeps,
  owner: Owner,
  id: string,
  signal: AbortSignal,
): Promise<PipelineRecord> {
  let last: PipelineRecord | undefined
  for await (const record of watchJob(deps, owner, id, { signal })) last = record
  return last ?? findJob(deps, owner, id)
}
