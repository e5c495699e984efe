/** Store for the playhead position, which changes 60 times a second; only its subscribers re-render. */

export interface PositionStore {
  get(): number
  set(seconds: number): void
  subscribe(listener: () => void): () => void
}

export function createPositionStore(): PositionStore {
  let position = 0
  const listeners = new Set<() => void>()
  return {
    get: () => position,
    set(seconds) {
      if (seconds === position) return
      position = seconds
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
