/** Yields the state of a conversion after each change until it is finished. */
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
  /** Topic of its change notifications; default: conversions. */
  readonly topic?: Topic
  matches(changedId: string): boolean
  load(): Promise<State>
  isFinal(state: State): boolean
}

export function watchConversion(
  deps: WatchDeps,
  owner: Owner,
  id: string,
  options: WatchOptions,
): AsyncGenerator<ConversionRecord, void> {
  return watchChanges(deps, options, {
    matches: changedId => changedId === id,
    load: () => findConversion(deps, owner, id),
    isFinal: ({ status }) => isFinished(status),
  })
}

/** Yields the latest state when it differs from the last one yielded; intermediate states may be skipped. */
export async function* watchChanges<State extends { readonly revision: number }>(
  deps: Pick<WatchDeps, 'notifications'>,
  options: WatchOptions,
  watched: Watched<State>,
): AsyncGenerator<State, void> {
  let seenRevision = options.afterRevision ?? 0
  let wakeup = Promise.withResolvers<void>()
  // Subscribe before the first read, so that no change in between is missed.
  const unsubscribe = deps.notifications.subscribe(watched.topic ?? 'conversion-changed', changedId => {
    if (changedId === undefined || watched.matches(changedId)) wakeup.resolve()
  })
  const onAbort = () => wakeup.resolve()
  options.signal.addEventListener('abort', onAbort)
  try {
    while (!options.signal.aborted) {
      const state = await watched.load()
      if (state.revision > seenRevision) {
        seenRevision = state.revision
        yield state
      }
      if (watched.isFinal(state)) return
      await wakeup.promise
      wakeup = Promise.withResolvers<void>()
    }
  } finally {
    unsubscribe()
    options.signal.removeEventListener('abort', onAbort)
  }
}
