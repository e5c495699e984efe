/** Follows a conversion until it is finished, one state after another. */
import { isFinished } from '@filesmith/contract/schemas/conversion'
import type { ConversionRecord, ConversionStore } from '../../ports/conversion-store.ts'
import type { Notifications, Topic } from '../../ports/notifications.ts'
import type { Owner } from '../owners/owner.ts'
import { findConversion } from './find-conversion.ts'

export interface WatchDeps {
  readonly conversions: ConversionStore
  readonly notifications: Notifications
}

interface WatchOptions {
  readonly afterRevision?: number
  readonly signal: AbortSignal
}

/** What is watched: one conversion, or several together. */
interface Watched<State> {
  /** Where its changes are told, if it is no conversion. */
  readonly topic?: Topic
  isAbout(changedId: string): boolean
  look(): Promise<State>
  isOver(state: State): boolean
}

export function watchConversion(
  deps: WatchDeps,
  owner: Owner,
  id: string,
  options: WatchOptions,
): AsyncGenerator<ConversionRecord, void> {
  return watchChanges(deps, options, {
    isAbout: changedId => changedId === id,
    look: () => findConversion(deps, owner, id),
    isOver: ({ status }) => isFinished(status),
  })
}

/** Yields the newest state whenever it differs from the last one seen; states in between may be skipped. */
export async function* watchChanges<State extends { readonly revision: number }>(
  deps: Pick<WatchDeps, 'notifications'>,
  options: WatchOptions,
  watched: Watched<State>,
): AsyncGenerator<State, void> {
  let seenRevision = options.afterRevision ?? 0
  let news = Promise.withResolvers<void>()
  // Listening begins before the first look, so nothing that happens in between is missed.
  const stopListening = deps.notifications.subscribe(watched.topic ?? 'conversion-changed', changedId => {
    if (changedId === undefined || watched.isAbout(changedId)) news.resolve()
  })
  const onAbort = () => news.resolve()
  options.signal.addEventListener('abort', onAbort)
  try {
    while (!options.signal.aborted) {
      const state = await watched.look()
      if (state.revision > seenRevision) {
        seenRevision = state.revision
        yield state
      }
      if (watched.isOver(state)) return
      await news.promise
      news = Promise.withResolvers<void>()
    }
  } finally {
    stopListening()
    options.signal.removeEventListener('abort', onAbort)
  }
}
