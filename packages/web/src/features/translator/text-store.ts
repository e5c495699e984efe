/** A text that may be long and changes often: whoever shows it is told, and nothing else is drawn anew. */

export interface TextStore {
  current(): string
  set(text: string): void
  append(piece: string): void
  subscribe(listener: () => void): () => void
}

export function createTextStore(): TextStore {
  let text = ''
  const listeners = new Set<() => void>()
  const set = (next: string) => {
    if (next === text) return
    text = next
    for (const listener of listeners) listener()
  }
  return {
    current: () => text,
    set,
    append: piece => set(text + piece),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
