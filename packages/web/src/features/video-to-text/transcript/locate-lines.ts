/** Locates the lines of a transcript in its text, which is the source of truth, with the recognized times. */
import { containsTimestamps, locateByTimestamps } from './locate-by-timestamps.ts'
import { locateByWords } from './locate-by-words.ts'
import type { LocatedLine, SpokenLine } from './spoken-line.ts'

export function locateLines(text: string, known: readonly SpokenLine[]): readonly LocatedLine[] {
  if (known.length === 0) return []
  return containsTimestamps(text) ? locateByTimestamps(text, known) : locateByWords(text, known)
}

/** Replaces the text of a line; an empty line is removed with its timestamp. */
export function replaceLine(text: string, { from, to }: LocatedLine, newText: string): string {
  const line = newText.replace(/\s+/g, ' ').trim()
  if (line !== '') return text.slice(0, from) + line + text.slice(to)
  const before = text.slice(0, from)
  const head = before.replace(/(^|\n)\[[\d:]+\][^\S\n]*$/, '$1')
  const tail = text.slice(to)
  if (head !== before) return (head + tail.replace(/^\n/, '')).trimEnd()
  return head.trimEnd() === head ? head + tail : head + tail.replace(/^[^\S\n]+/, '')
}
