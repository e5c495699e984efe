/** Divides a paragraph into sentences, as the language it is written in ends them. */
import type { LanguageId } from '@filesmith/contract/languages'
import type { ProtectedRange } from './find-protected.ts'
import { isInside } from './ranges.ts'
import { goesOn } from './sentence-rules.ts'

export interface SentenceRange {
  readonly start: number
  /** Spaces behind a sentence belong to no sentence. */
  readonly end: number
}

/** No engine reads more at once with profit; longer ones are cut between their clauses. */
const maxSentenceCharacters = 1000
/** As much of a sentence as tells whether it ends. */
const nearCharacters = 80
/** Scripts without spaces end sentences with signs of their own width. */
const wideEnd = /[。！？｡．…]["'”’」』）)】〕》]*$/u
/** A reference in brackets behind the stop, or a quotation mark behind a space, as in French: the library sees no end there. */
const lateEnd = /[.!?…](?:(?:\[\d{1,3}\])+|[ \u00a0\u202f]»)(?=\s+[^\p{Ll}\s])/gu

/** An opening bracket right behind the stop: to the library it closes the sentence. */
const wideStop = /[。！？｡]+[\p{Pe}\p{Pf}"']*(?=\S)/gu

export function splitSentences(
  text: string,
  language: LanguageId,
  protectedRanges: readonly ProtectedRange[] = [],
): SentenceRange[] {
  const isProtected = (place: number) => isInside(protectedRanges, place)
  const ranges: SentenceRange[] = []
  let start = 0
  for (const place of [...possibleEnds(text, language), text.length]) {
    if (place <= start || isProtected(place)) continue
    if (
      place < text.length &&
      !isEnd(text.slice(start, place), text.slice(place, place + nearCharacters), language)
    )
      continue
    for (const range of cutLong(trimmed(text, start, place), text, isProtected)) ranges.push(range)
    start = place
  }
  return ranges.filter(range => range.end > range.start)
}

function possibleEnds(text: string, language: LanguageId): number[] {
  const segments = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)
  const places = [...segments].map(({ index }) => index)
  for (const { index, 0: found } of text.matchAll(lateEnd)) {
    const end = index + found.length
    places.push(end + (/^\s+/.exec(text.slice(end, end + nearCharacters))?.[0].length ?? 0))
  }
  for (const { index, 0: found } of text.matchAll(wideStop)) places.push(index + found.length)
  return places.sort((one, other) => one - other)
}

function isEnd(left: string, right: string, language: LanguageId): boolean {
  const whole = left.trimEnd()
  const isAtSpace = whole.length < left.length
  // A list mark is all there is of such a sentence.
  const isMark = whole.length < 8 && /^\s*(?:[-*•]|\(?(?:\d{1,3}|[a-zA-Z])[.)])$/.test(whole)
  const body = whole.slice(-nearCharacters)
  if (!isAtSpace && !wideEnd.test(body)) return false
  if (/^[»”’)\]]/.test(right)) return false
  // 「…。」と言った: what is quoted is a part of the sentence.
  if (/[。！？][」』”）)]$/u.test(body) && /^\s*[とというって、，]/u.test(right)) return false
  return !isMark && !goesOn(body, right, language)
}

function trimmed(text: string, start: number, end: number): SentenceRange {
  const piece = text.slice(start, end)
  return {
    start: start + (piece.length - piece.trimStart().length),
    end: start + piece.trimEnd().length,
  }
}

function cutLong(
  range: SentenceRange,
  text: string,
  isProtected: (place: number) => boolean,
): SentenceRange[] {
  const ranges: SentenceRange[] = []
  let { start } = range
  while (range.end - start > maxSentenceCharacters) {
    const place = cutPlace(text.slice(start, start + maxSentenceCharacters), start, isProtected)
    ranges.push(trimmed(text, start, place))
    start = place
  }
  return [...ranges, trimmed(text, start, range.end)]
}

/** Behind the last clause that fits, or the last word, or just there. */
function cutPlace(window: string, offset: number, isProtected: (place: number) => boolean): number {
  const least = window.length / 2
  for (const pattern of [/[;:；：，、،]\s*|,\s+|\s[–—]\s/gu, /\s+/gu]) {
    const places = [...window.matchAll(pattern)]
      .map(({ index, 0: found }) => index + found.length)
      .filter(place => place > least && !isProtected(offset + place))
    const last = places.at(-1)
    if (last !== undefined) return offset + last
  }
  const code = window.charCodeAt(window.length - 1)
  return offset + window.length - (code >= 0xd800 && code < 0xdc00 ? 1 : 0)
}
