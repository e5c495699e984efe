/** The playhead: it moves sixty times a second, and only what shows it is drawn anew. */

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
