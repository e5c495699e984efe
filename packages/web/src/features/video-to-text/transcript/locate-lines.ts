/** The text is the one truth of a transcript; this finds its lines in it, with the times they were heard at. */
import { hasStamps, locateByStamps } from './locate-by-stamps.ts'
import { locateByWords } from './locate-by-words.ts'
import type { LocatedLine, SpokenLine } from './spoken-line.ts'

export function locateLines(text: string, known: readonly SpokenLine[]): readonly LocatedLine[] {
  if (known.length === 0) return []
  return hasStamps(text) ? locateByStamps(text, known) : locateByWords(text, known)
}

/** The text with other words in one of its lines; without any words the line goes, with its time mark. */
export function replaceLine(text: string, { from, to }: LocatedLine, words: string): string {
  const line = words.replace(/\s+/g, ' ').trim()
  if (line !== '') return text.slice(0, from) + line + text.slice(to)
  const before = text.slice(0, from)
  const head = before.replace(/(^|\n)\[[\d:]+\][^\S\n]*$/, '$1')
  const tail = text.slice(to)
  if (head !== before) return (head + tail.replace(/^\n/, '')).trimEnd()
  return head.trimEnd() === head ? head + tail : head + tail.replace(/^[^\S\n]+/, '')
}
