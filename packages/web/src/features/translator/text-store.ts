/** Store for a long, frequently changing text; only its subscribers re-render. */

export interface TextStore {
  current(): string
  set(text: string): void
  append(chunk: string): void
  subscribe(listener: () => void): () => void
}

export function createTextStore(initialText = ''): TextStore {
  let text = initialText
  const listeners = new Set<() => void>()
  const set = (next: string) => {
    if (next === text) return
    text = next
    for (const listener of listeners) listener()
  }
  return {
    current: () => text,
    set,
    append: chunk => set(text + chunk),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
