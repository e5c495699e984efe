/** Follows a conversion until it is finished, one state after another. */
import { isFinished } from '@filesmith/contract/schemas/conversion'
import type { ConversionRecord, ConversionStore } from '../../ports/conversion-store.ts'
import type { Notifications } from '../../ports/notifications.ts'
import type { Owner } from '../owners/owner.ts'
import { findConversion } from './find-conversion.ts'

export interface WatchDeps {
  readonly conversions: ConversionStore
  readonly notifications: Notifications
}

/** Yields the newest state whenever it differs from the last one seen; states in between may be skipped. */
export async function* watchConversion(
  deps: WatchDeps,
  owner: Owner,
  id: string,
  options: { afterRevision?: number; signal: AbortSignal },
): AsyncGenerator<ConversionRecord, void> {
  let seenRevision = options.afterRevision ?? 0
  let news = Promise.withResolvers<void>()
  // Listening begins before the first look, so nothing that happens in between is missed.
  const stopListening = deps.notifications.subscribe('conversion-changed', changedId => {
    if (changedId === undefined || changedId === id) news.resolve()
  })
  const onAbort = () => news.resolve()
  options.signal.addEventListener('abort', onAbort)
  try {
    while (!options.signal.aborted) {
      const record = await findConversion(deps, owner, id)
      if (record.revision > seenRevision) {
        seenRevision = record.revision
        yield record
      }
      if (isFinished(record.status)) return
      await news.promise
      news = Promise.withResolvers<void>()
    }
  } finally {
    stopListening()
    options.signal.removeEventListener('abort', onAbort)
  }
}
