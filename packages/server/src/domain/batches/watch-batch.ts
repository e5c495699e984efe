/** Yields the state of a batch after each change until all files are finished. */
import { isFinished } from '@filesmith/contract/schemas/conversion'
import type { ConversionRecord } from '../../ports/conversion-store.ts'
import { type WatchDeps, watchChanges } from '../conversions/watch-conversion.ts'
import type { Owner } from '../owners/owner.ts'
import { findBatch } from './find-batch.ts'

export interface BatchEvent {
  /** Increases with every change to any of its files. */
  readonly revision: number
  readonly records: readonly ConversionRecord[]
}

export async function* watchBatch(
  deps: WatchDeps,
  owner: Owner,
  id: string,
  options: { afterRevision?: number; signal: AbortSignal },
): AsyncGenerator<BatchEvent, void> {
  const members = new Set((await findBatch(deps, owner, id)).map(record => record.id))
  yield* watchChanges(deps, options, {
    matches: changedId => members.has(changedId),
    load: async () => {
      const records = await findBatch(deps, owner, id)
      return { records, revision: records.reduce((sum, record) => sum + record.revision, 0) }
    },
    isFinal: ({ records }) => records.every(({ status }) => isFinished(status)),
  })
}
