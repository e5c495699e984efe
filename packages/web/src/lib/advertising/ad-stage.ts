/** Whose advertisements the panels show: our own, until the advertising desk says that it may be others'. */
import type { AdConfig } from '@filesmith/contract/schemas/ad-config'
import { useSyncExternalStore } from 'react'

export interface AdNetwork {
  readonly publisherId: string
  readonly units: AdConfig['units']
}

interface AdStage {
  /** Present while its advertisements may be shown here and now. */
  readonly network: AdNetwork | null
  /** Whether whoever looks at the page has anything to choose. */
  readonly canChoose: boolean
  /** Whether a choice that was made is being looked at again. */
  readonly isChoosing: boolean
}

const ownOnly: AdStage = { network: null, canChoose: false, isChoosing: false }
let stage = ownOnly
const listeners = new Set<() => void>()

function set(next: AdStage): void {
  stage = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const adStage = {
  change: (change: Partial<AdStage>) => set({ ...stage, ...change }),
  clear: () => set(ownOnly),
}

export function useAdStage(): AdStage {
  return useSyncExternalStore(subscribe, () => stage)
}
