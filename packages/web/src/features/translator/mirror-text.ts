/** Shows a growing text in a read-only field: what is new is added behind what is there, and the longer the text the less often. */
import type { TextStore } from './text-store.ts'

/** A browser lays out the whole field with every change; the pauses keep that a small part of the time. */
const shortestPauseMs = 40
const charactersPerMs = 400

/** Returns a function that stops it. */
export function mirrorText(store: TextStore, area: HTMLTextAreaElement): () => void {
  let shown = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  const grows = () => shown !== '' && store.current().startsWith(shown)
  const show = () => {
    clearTimeout(timer)
    timer = undefined
    const text = store.current()
    // Keeps what the reader has marked meanwhile.
    if (grows()) area.setRangeText(text.slice(shown.length), area.textLength, area.textLength, 'preserve')
    else area.value = text
    shown = text
  }

  show()
  const forget = store.subscribe(() => {
    // The first words, and another text, are seen at once.
    if (!grows()) show()
    else timer ??= setTimeout(show, shortestPauseMs + store.current().length / charactersPerMs)
  })
  return () => {
    forget()
    clearTimeout(timer)
  }
}
