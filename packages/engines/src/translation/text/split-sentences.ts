/** Splits a paragraph into sentences by the rules of its language. */
import type { LanguageId } from '@filesmith/contract/languages'
import type { ProtectedRange } from './find-protected.ts'
import { isInside } from './ranges.ts'
import { continuesSentence } from './sentence-rules.ts'

export interface SentenceRange {
  readonly start: number
  /** Excludes trailing spaces. */
  readonly end: number
}

/** Engines do not benefit from longer input; longer sentences are split between clauses. */
const maxSentenceCharacters = 1000
/** Context that decides whether a sentence ends. */
const nearCharacters = 80
/** Full-width sentence punctuation of scripts without spaces. */
const wideEnd = /[。！？｡．…]["'”’」』）)】〕》]*$/u
/** Ends missed by Intl.Segmenter: a bracketed reference after the period, or a quotation mark after a space as in French. */
const lateEnd = /[.!?…](?:(?:\[\d{1,3}\])+|[ \u00a0\u202f]»)(?=\s+[^\p{Ll}\s])/gu

/** An opening bracket directly after the period, which Intl.Segmenter treats as closing. */
const wideStop = /[。！？｡]+[\p{Pe}\p{Pf}"']*(?=\S)/gu

export function splitSentences(
  text: string,
  language: LanguageId,
  protectedRanges: readonly ProtectedRange[] = [],
): SentenceRange[] {
  const isProtected = (position: number) => isInside(protectedRanges, position)
  const ranges: SentenceRange[] = []
  let start = 0
  for (const position of [...possibleEnds(text, language), text.length]) {
    if (position <= start || isProtected(position)) continue
    if (
      position < text.length &&
      !isEnd(text.slice(start, position), text.slice(position, position + nearCharacters), language)
    )
      continue
    for (const range of splitLongSentence(trimmed(text, start, position), text, isProtected))
      ranges.push(range)
    start = position
  }
  return ranges.filter(range => range.end > range.start)
}

function possibleEnds(text: string, language: LanguageId): number[] {
  const segments = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)
  const positions = [...segments].map(({ index }) => index)
  for (const { index, 0: found } of text.matchAll(lateEnd)) {
    const end = index + found.length
    positions.push(end + (/^\s+/.exec(text.slice(end, end + nearCharacters))?.[0].length ?? 0))
  }
  for (const { index, 0: found } of text.matchAll(wideStop)) positions.push(index + found.length)
  return positions.sort((one, other) => one - other)
}

function isEnd(left: string, right: string, language: LanguageId): boolean {
  const whole = left.trimEnd()
  const isAtSpace = whole.length < left.length
  // A list marker alone is not a sentence.
  const isMark = whole.length < 8 && /^\s*(?:[-*•]|\(?(?:\d{1,3}|[a-zA-Z])[.)])$/.test(whole)
  const body = whole.slice(-nearCharacters)
  if (!isAtSpace && !wideEnd.test(body)) return false
  if (/^[»”’)\]]/.test(right)) return false
  // 「…。」と言った: the quotation is part of the sentence.
  if (/[。！？][」』”）)]$/u.test(body) && /^\s*[とというって、，]/u.test(right)) return false
  return !isMark && !continuesSentence(body, right, language)
}

function trimmed(text: string, start: number, end: number): SentenceRange {
  const slice = text.slice(start, end)
  return {
    start: start + (slice.length - slice.trimStart().length),
    end: start + slice.trimEnd().length,
  }
}

function splitLongSentence(
  range: SentenceRange,
  text: string,
  isProtected: (position: number) => boolean,
): SentenceRange[] {
  const ranges: SentenceRange[] = []
  let { start } = range
  while (range.end - start > maxSentenceCharacters) {
    const position = splitPosition(text.slice(start, start + maxSentenceCharacters), start, isProtected)
    ranges.push(trimmed(text, start, position))
    start = position
  }
  return [...ranges, trimmed(text, start, range.end)]
}

/** After the last clause that fits, otherwise the last word, otherwise at the limit. */
function splitPosition(window: string, offset: number, isProtected: (position: number) => boolean): number {
  const minimum = window.length / 2
  for (const pattern of [/[;:；：，、،]\s*|,\s+|\s[–—]\s/gu, /\s+/gu]) {
    const positions = [...window.matchAll(pattern)]
      .map(({ index, 0: found }) => index + found.length)
      .filter(position => position > minimum && !isProtected(offset + position))
    const last = positions.at(-1)
    if (last !== undefined) return offset + last
  }
  const code = window.charCodeAt(window.length - 1)
  return offset + window.length - (code >= 0xd800 && code < 0xdc00 ? 1 : 0)
}
