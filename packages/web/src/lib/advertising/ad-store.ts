/** Store of the advertising state: built-in ads until network ads are allowed. */
import type { AdConfig } from '@filesmith/contract/schemas/ad-config'
import { useSyncExternalStore } from 'react'

export interface AdNetwork {
  readonly publisherId: string
  readonly units: AdConfig['units']
}

interface AdState {
  /** Set while network ads may be shown. */
  readonly network: AdNetwork | null
  /** Whether the user can choose about network ads. */
  readonly canChoose: boolean
  /** Whether the consent bar was reopened to change a choice. */
  readonly isChoosing: boolean
}

const initialState: AdState = { network: null, canChoose: false, isChoosing: false }
let state = initialState
const listeners = new Set<() => void>()

function set(next: AdState): void {
  state = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const adStore = {
  change: (change: Partial<AdState>) => set({ ...state, ...change }),
  clear: () => set(initialState),
}

export function useAdState(): AdState {
  return useSyncExternalStore(subscribe, () => state)
}
