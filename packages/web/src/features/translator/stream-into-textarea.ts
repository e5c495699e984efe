/** Streams a growing text into a read-only textarea, appending new text; the longer the text, the less often. */
import type { TextStore } from './text-store.ts'

/** Browsers lay out the whole textarea on every change; the interval limits the time spent on that. */
const minIntervalMs = 40
const charactersPerMs = 400

/** Returns a function that stops the updates. */
export function streamIntoTextarea(store: TextStore, textarea: HTMLTextAreaElement): () => void {
  let shown = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  const isAppend = () => shown !== '' && store.current().startsWith(shown)
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const text = store.current()
    // Keeps the user's selection.
    if (isAppend())
      textarea.setRangeText(text.slice(shown.length), textarea.textLength, textarea.textLength, 'preserve')
    else textarea.value = text
    shown = text
  }

  flush()
  const unsubscribe = store.subscribe(() => {
    // The first words, and a different text, are shown immediately.
    if (!isAppend()) flush()
    else timer ??= setTimeout(flush, minIntervalMs + store.current().length / charactersPerMs)
  })
  return () => {
    unsubscribe()
    clearTimeout(timer)
  }
}
