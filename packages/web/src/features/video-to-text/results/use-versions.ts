/** The transcript in the spoken language and its translations: which one is displayed, its text and lines. */
import type { LanguageId } from '@filesmith/contract/languages'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { type EditedTranscript, mergeWithNext, shiftLines, splitLine } from '../transcript/edit-lines.ts'
import { containsTimestamps, locateByTimestamps } from '../transcript/locate-by-timestamps.ts'
import type { LocatedLine, SpokenLine } from '../transcript/spoken-line.ts'
import { tokensOf } from '../transcript/tokens.ts'
import { writeTranscript } from '../transcript/write-transcript.ts'
import {
  clearTranscriptEdits,
  readTranscriptEdits,
  saveTranscriptEdits,
  type Translation,
} from './transcript-edit-storage.ts'
import type { LoadedTranscript } from './transcript-query.ts'

/** Beyond this many changes only the common prefix and suffix are matched. */
const maxChanges = 1000

/** Furthest position reached on each diagonal (index minus other index) after a number of changes. */
class Frontier {
  private readonly reached: Int32Array
  private readonly changes: number

  constructor(changes: number) {
    this.changes = changes
    this.reached = new Int32Array(2 * changes + 1)
  }

  at(diagonal: number): number {
    return this.reached[diagonal + this.changes] ?? -1
  }

  set(diagonal: number, at: number) {
    this.reached[diagonal + this.changes] = at
  }
}

export type VersionId = 'spoken' | LanguageId

export interface Versions {
  readonly shownId: VersionId
  readonly show: (id: VersionId) => void
  readonly translations: readonly Translation[]
  /** Language of the displayed version. */
  readonly language: string
  readonly text: string
  readonly lines: readonly LocatedLine[]
  readonly isComplete: boolean
  readonly setText: (text: string) => void
  readonly setLine: (index: number, newText: string) => void
  /** Saves the text of a line and splits it at an offset. */
  readonly splitLine: (index: number, newText: string, offset: number) => void
  /** Saves the text of a line and merges it with the next one. */
  readonly mergeLine: (index: number, newText: string) => void
  /** Moves one line in time, or all of them. */
  readonly shift: (seconds: number, index?: number) => void
  /** Input of a translation: the spoken lines with current edits. */
  readonly spokenLines: () => readonly SpokenLine[]
  readonly putTranslation: (translation: Omit<Translation, 'text'>) => void
}

export function useVersions(conversionId: string, transcript: LoadedTranscript): Versions {
  const [saved] = useState(() => readTranscriptEdits(conversionId))
  const [spokenText, setSpokenText] = useState(saved?.text ?? transcript.text)
  const [spokenLines, setSpokenLines] = useState<readonly SpokenLine[] | undefined>(saved?.lines)
  const [translations, setTranslations] = useState<readonly Translation[]>(saved?.translations ?? [])
  const [shownId, show] = useState<VersionId>('spoken')
  const hasTimestamps = containsTimestamps(transcript.text)
  const shown = translations.find(({ language }) => language === shownId)

  const text = shown?.text ?? spokenText
  const spoken = spokenLines ?? transcript.segments
  const known = useMemo(() => (shown ? translatedLines(shown) : spoken), [shown, spoken])
  // Locating the lines of hours of speech takes longer than a keystroke may.
  const settledText = useDeferredValue(text)
  const settledKnown = useDeferredValue(known)
  const lines = useMemo(() => locateLines(settledText, settledKnown), [settledText, settledKnown])

  const settledSpoken = useDeferredValue(spokenText)
  useEffect(() => {
    if (settledSpoken === transcript.text && translations.length === 0 && !spokenLines) clearTranscriptEdits()
    else
      saveTranscriptEdits({
        conversionId,
        text: settledSpoken,
        ...(spokenLines && { lines: spokenLines.map(toSavedLine) }),
        translations: [...translations],
      })
  }, [conversionId, transcript, settledSpoken, spokenLines, translations])

  const setText = (next: string) => {
    if (!shown) return setSpokenText(next)
    setTranslations(all => all.map(one => (one.language === shown.language ? { ...one, text: next } : one)))
  }
  const setTextAndLines = (edited: EditedTranscript | undefined) => {
    if (!edited) return
    if (!shown) {
      setSpokenText(edited.text)
      return setSpokenLines(edited.lines)
    }
    const source = edited.lines.map(toSpokenLine)
    const changed = { ...shown, text: edited.text, source, done: source.map(line => line.text) }
    setTranslations(all => all.map(one => (one.language === shown.language ? changed : one)))
  }
  const withLine = (index: number, newText: string) => {
    const line = locateLines(text, known)[index]
    return line && line.text !== newText ? replaceLine(text, line, newText) : text
  }
  return {
    shownId: shown ? shownId : 'spoken',
    show,
    translations,
    language: shown?.language ?? transcript.language,
    text,
    lines,
    isComplete: !shown || shown.done.length === shown.source.length,
    setText,
    setLine: (index, newText) => setText(withLine(index, newText)),
    splitLine(index, newText, offset) {
      const written = withLine(index, newText)
      const start = newText.slice(0, offset).replace(/\s+/g, ' ').trimStart()
      const edited = splitLine(written, locateLines(written, known), index, start.length)
      if (edited) setTextAndLines(edited)
      else setText(written)
    },
    mergeLine(index, newText) {
      const written = withLine(index, newText)
      setTextAndLines(mergeWithNext(written, locateLines(written, known), index))
    },
    shift: (seconds, index) =>
      setTextAndLines(
        shiftLines(text, locateLines(text, known), seconds, at => index === undefined || at === index),
      ),
    spokenLines: () => locateLines(spokenText, spoken).map(toSpokenLine),
    putTranslation(translation) {
      const written = { ...translation, text: writeTranscript(translatedLines(translation), hasTimestamps) }
      setTranslations(all => [...all.filter(({ language }) => language !== written.language), written])
    },
  }
}

function translatedLines({ source, done }: Pick<Translation, 'source' | 'done'>): readonly SpokenLine[] {
  return done.flatMap((text, index) => {
    const line = source[index]
    return line ? [{ ...line, text }] : []
  })
}

function toSpokenLine({ startSeconds, endSeconds, text }: SpokenLine): SpokenLine {
  return { startSeconds, endSeconds, text: text.replace(/\s+/g, ' ') }
}

function toSavedLine({ words, ...line }: SpokenLine) {
  return words ? { ...line, words: [...words] } : line
}

/** Locates the lines of a transcript in its text, which is the source of truth, with the recognized times. */
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

/** Locates transcript lines in an edited text without timestamps, by the words they still contain. */
function locateByWords(text: string, known: readonly SpokenLine[]): LocatedLine[] {
  const recognized = known.flatMap((line, owner) =>
    tokensOf(line.text).map(token => ({ text: token.text, owner })),
  )
  const tokens = tokensOf(text)
  const owners = ownersOf(
    tokens.map(token => token.text),
    recognized,
  )
  const located: LocatedLine[] = []
  let first = 0
  tokens.forEach((token, index) => {
    const line = known[owners[index] ?? -1]
    if (!line || owners[index + 1] === owners[index]) return
    const from = tokens[first]?.from ?? 0
    located.push({ ...line, text: text.slice(from, token.to), from, to: token.to })
    first = index + 1
  })
  return located
}

interface RecognizedToken {
  readonly text: string
  /** Index of the line it was spoken in. */
  readonly owner: number
}

/** Line of each word: of the matching recognized word, else of the words it replaces, else of its neighbor. */
function ownersOf(words: readonly string[], recognized: readonly RecognizedToken[]): number[] {
  const owners: number[] = []
  let recognizedAt = 0
  const pairs = matchTokens(
    recognized.map(token => token.text),
    words,
  )
  for (const [nextRecognized, nextWord] of [...pairs, [recognized.length, words.length] as const]) {
    const replaced = recognized.slice(recognizedAt, nextRecognized)
    const count = nextWord - owners.length
    const neighbor = owners.at(-1) ?? recognized[nextRecognized]?.owner ?? -1
    for (let index = 0; index < count; index += 1)
      owners.push(replaced[Math.floor((index * replaced.length) / count)]?.owner ?? neighbor)
    const matched = recognized[nextRecognized]
    if (matched) owners.push(matched.owner)
    recognizedAt = nextRecognized + 1
  }
  return owners
}

type Pair = readonly [index: number, otherIndex: number]

/** Index pairs of equal tokens, in order. */
export function matchTokens(words: readonly string[], others: readonly string[]): readonly Pair[] {
  const shorter = Math.min(words.length, others.length)
  let head = 0
  while (head < shorter && words[head] === others[head]) head += 1
  let tail = 0
  while (tail < shorter - head && words.at(-1 - tail) === others.at(-1 - tail)) tail += 1

  const run = (length: number, at: number, otherAt: number) =>
    Array.from({ length }, (_, index): Pair => [at + index, otherAt + index])
  const middle = matchMiddle(
    words.slice(head, words.length - tail),
    others.slice(head, others.length - tail),
  ).map(([index, otherIndex]): Pair => [index + head, otherIndex + head])
  return [...run(head, 0, 0), ...middle, ...run(tail, words.length - tail, others.length - tail)]
}

/** A diagonal is entered from the one above by an insertion, or from the one below by a deletion. */
function enter(before: Frontier, diagonal: number, changes: number) {
  const isFromAbove =
    diagonal === -changes || (diagonal !== changes && before.at(diagonal - 1) < before.at(diagonal + 1))
  return isFromAbove
    ? { at: before.at(diagonal + 1), from: diagonal + 1 }
    : { at: before.at(diagonal - 1) + 1, from: diagonal - 1 }
}

function matchMiddle(words: readonly string[], others: readonly string[]): Pair[] {
  const frontiers: Frontier[] = []
  const limit = Math.min(maxChanges, words.length + others.length)
  for (let changes = 0; changes <= limit; changes += 1) {
    const before = frontiers.at(-1)
    const frontier = new Frontier(changes)
    frontiers.push(frontier)
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let { at } = before ? enter(before, diagonal, changes) : { at: 0 }
      while (at < words.length && at - diagonal < others.length && words[at] === others[at - diagonal])
        at += 1
      frontier.set(diagonal, at)
      if (at >= words.length && at - diagonal >= others.length)
        return walkBack(frontiers, words.length, words.length - others.length)
    }
  }
  return []
}

function walkBack(frontiers: readonly Frontier[], end: number, endDiagonal: number): Pair[] {
  const pairs: Pair[] = []
  let at = end
  let diagonal = endDiagonal
  for (let changes = frontiers.length - 1; changes >= 0; changes -= 1) {
    const before = frontiers[changes - 1]
    const entered = before ? enter(before, diagonal, changes) : { at: 0, from: diagonal }
    for (; at > entered.at; at -= 1) pairs.push([at - 1, at - 1 - diagonal])
    at = before ? before.at(entered.from) : 0
    diagonal = entered.from
  }
  return pairs.reverse()
}
