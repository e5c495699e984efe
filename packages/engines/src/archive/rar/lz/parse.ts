/** LZ parser: splits a range of the window into literals and matches. */
import type { RarLevel } from '../levels.ts'
import { createMatchFinder, type MatchFinder } from './find-matches.ts'
import type { SharedWindow } from './shared-window.ts'
import { maxMatchLength } from './symbols.ts'
import { addLiteral, addMatch, addRepeat, addRepeatAll, type Tokens } from './tokens.ts'

export interface WindowRange {
  readonly start: number
  readonly end: number
  /** Matches must not start before this position. */
  readonly earliest: number
}

/** The last distances, as tracked by the decoder; 0 where a previous chunk left them unknown. */
interface Repeats {
  readonly distances: [number, number, number, number]
  lastLength: number
}

interface Match {
  readonly length: number
  readonly distance: number
}

const noMatch: Match = { length: 0, distance: 0 }

export function createParser(
  window: SharedWindow,
  level: RarLevel,
): (range: WindowRange, tokens: Tokens) => void {
  const finder = createMatchFinder(window, level)
  const { bytes, mask } = window

  function findAt(at: number, { end, earliest }: WindowRange): Match {
    finder.find(at, Math.min(maxMatchLength, end - at), earliest)
    return finder.length === 0 ? noMatch : { length: finder.length, distance: finder.distance }
  }

  /** A match at the next byte, if it is worth a literal before it. */
  function findBetterAhead(at: number, match: Match, repeats: Repeats, range: WindowRange): Match | null {
    if (!level.isLazy || match.length >= level.niceLength || at + 1 >= range.end) return null
    const ahead = findAt(at + 1, range)
    if (isAheadBetter(ahead, match)) return ahead
    return bestRepeat(finder, repeats, at + 1, range) >>> 2 >= match.length ? ahead : null
  }

  return (range, tokens) => {
    const repeats: Repeats = { distances: [0, 0, 0, 0], lastLength: 0 }
    tokens.count = 0
    let found: Match | null = null
    for (let at = range.start; at < range.end; ) {
      const repeat = bestRepeat(finder, repeats, at, range)
      const repeatLength = repeat >>> 2
      const isLongEnough = repeatLength >= level.niceLength
      const match: Match = isLongEnough ? noMatch : (found ?? findAt(at, range))
      found = null
      if (isLongEnough || isRepeatBetter(repeatLength, match)) {
        at += emitRepeat(tokens, repeats, repeatLength, repeat & 3)
        continue
      }
      found = match === noMatch ? null : findBetterAhead(at, match, repeats, range)
      if (match === noMatch || found !== null) {
        addLiteral(tokens, bytes[at & mask] as number)
        at += 1
      } else {
        at += emitMatch(tokens, repeats, match)
      }
    }
  }
}

/** Match length, with the index of the distance in the lowest two bits; 0 for none. */
function bestRepeat(
  finder: MatchFinder,
  { distances }: Repeats,
  at: number,
  { end, earliest }: WindowRange,
): number {
  const maxLength = Math.min(maxMatchLength, end - at)
  let best = 0
  for (let which = 0; which < 4; which++) {
    const distance = distances[which] as number
    if (distance === 0 || at - distance < earliest) continue
    const length = finder.lengthAt(at, distance, maxLength)
    if (length >= 2 && length > best >>> 2) best = (length << 2) | which
  }
  return best
}

/** A repeated distance costs two or three bits, a new one up to thirty. */
function isRepeatBetter(repeatLength: number, { length, distance }: Match): boolean {
  if (repeatLength < 2) return false
  if (repeatLength + 1 >= length) return true
  if (repeatLength + 2 >= length && distance > 0x200) return true
  return repeatLength + 3 >= length && distance > 0x8000
}

function isAheadBetter(ahead: Match, { length, distance }: Match): boolean {
  if (ahead.length > length + 1) return true
  if (ahead.length === length + 1) return ahead.distance >>> 7 <= distance
  return ahead.length === length && ahead.distance < distance >>> 7
}

function emitMatch(tokens: Tokens, repeats: Repeats, { length, distance }: Match): number {
  const which = repeats.distances.indexOf(distance)
  if (which >= 0) return emitRepeat(tokens, repeats, length, which)
  addMatch(tokens, length, distance)
  const [first, second, third] = repeats.distances
  setDistances(repeats, distance, first, second, third)
  repeats.lastLength = length
  return length
}

function emitRepeat(tokens: Tokens, repeats: Repeats, length: number, which: number): number {
  if (which === 0 && length === repeats.lastLength) {
    addRepeatAll(tokens)
    return length
  }
  addRepeat(tokens, length, which)
  const [first, second, third, fourth] = repeats.distances
  if (which === 1) setDistances(repeats, second, first, third, fourth)
  if (which === 2) setDistances(repeats, third, first, second, fourth)
  if (which === 3) setDistances(repeats, fourth, first, second, third)
  repeats.lastLength = length
  return length
}

function setDistances({ distances }: Repeats, a: number, b: number, c: number, d: number): void {
  distances[0] = a
  distances[1] = b
  distances[2] = c
  distances[3] = d
}
