/** Packs one chunk of a file into independent blocks; only the data before it is needed, not its encoding. */

import type { RarLevel } from '../levels.ts'
import type { FileChunk } from '../pack-worker-messages.ts'
import { encodeBlocks, encodeLastByte } from './encode-blocks.ts'
import type { SharedWindow } from './shared-window.ts'
import { maxMatchLength } from './symbols.ts'
import { addLiteral, addMatch, addRepeat, addRepeatAll, createTokens, type Tokens } from './tokens.ts'

export const maxPackChunkBytes = 1024 * 1024
/** Chunks in flight, whose window contents must not be overwritten. */
const chunksInFlight = 6

/** Maximum match distance. */
export function reachOf(windowBytes: number): number {
  return windowBytes - chunksInFlight * maxPackChunkBytes
}

export function createChunkPacker(window: SharedWindow, level: RarLevel): (chunk: FileChunk) => Uint8Array {
  const parse = createParser(window, level)
  const tokens = createTokens(maxPackChunkBytes)
  const reach = reachOf(window.bytes.length)
  return ({ start, end, fileStart, isLast }) => {
    const packedEnd = isLast ? end - 1 : end
    parse({ start, end: packedEnd, earliest: Math.max(fileStart, start - reach) }, tokens)
    const blocks = encodeBlocks(tokens)
    const last = isLast ? encodeLastByte(window.bytes[packedEnd & window.mask] as number) : new Uint8Array(0)
    const packed = new Uint8Array(blocks.length + last.length)
    packed.set(blocks)
    packed.set(last, blocks.length)
    return packed
  }
}

interface WindowRange {
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

/** LZ parser: splits a range of the window into literals and matches. */
function createParser(window: SharedWindow, level: RarLevel): (range: WindowRange, tokens: Tokens) => void {
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

interface MatchFinder {
  /** Result of the last search; 0 without a match. */
  length: number
  distance: number
  find(at: number, maxLength: number, earliest: number): void
  /** Match length at the given distance. */
  lengthAt(at: number, distance: number, maxLength: number): number
}

/** Short matches at larger distances cost more bits than literals. */
const maxDistanceOfThree = 4096
const maxDistanceOfFour = 256 * 1024
const indexedBytes = 4

/** Finds the longest match at a position with the hash chains of the window. */
function createMatchFinder(window: SharedWindow, level: RarLevel): MatchFinder {
  const { bytes, previous, near, mask } = window
  const { depth, niceLength } = level
  const windowBytes = bytes.length

  /** Stops at the end of the ring buffer; the rest becomes the next match. */
  function sameBytes(index: number, other: number, maxLength: number): number {
    const limit = Math.min(maxLength, windowBytes - index, windowBytes - other)
    let length = 0
    while (length < limit && bytes[index + length] === bytes[other + length]) length++
    return length
  }

  const finder: MatchFinder = {
    length: 0,
    distance: 0,
    lengthAt: (at, distance, maxLength) => sameBytes(at & mask, (at - distance) & mask, maxLength),
    find(at, maxLength, earliest) {
      finder.length = 2
      finder.distance = 0
      // The last bytes of a chunk are not indexed yet.
      if (maxLength >= indexedBytes) {
        findNear(at, maxLength, earliest)
        followChain(at, maxLength, earliest)
      }
      if (finder.distance === 0) finder.length = 0
    },
  }

  function findNear(at: number, maxLength: number, earliest: number): void {
    const back = near[at & mask] as number
    if (back === 0 || back > maxDistanceOfThree || at - back < earliest) return
    const length = sameBytes(at & mask, (at - back) & mask, maxLength)
    if (length <= 2) return
    finder.length = length
    finder.distance = back
  }

  function followChain(at: number, maxLength: number, earliest: number): void {
    const index = at & mask
    const targetLength = Math.min(niceLength, maxLength)
    let best = finder.length
    let candidate = previous[index] as number
    for (let left = depth; left > 0 && candidate >= earliest && best < targetLength; left--) {
      const other = candidate & mask
      if (bytes[other + best] === bytes[index + best] && bytes[other] === bytes[index]) {
        const length = sameBytes(index, other, maxLength)
        const back = at - candidate
        if (length > best && (length > 4 || back <= maxDistanceOfFour)) {
          best = length
          finder.distance = back
        }
      }
      candidate = previous[other] as number
    }
    finder.length = best
  }

  return finder
}
