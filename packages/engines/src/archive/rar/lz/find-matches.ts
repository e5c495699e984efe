/** Finds the longest match at a position with the hash chains of the window. */
import type { RarLevel } from '../levels.ts'
import type { SharedWindow } from './shared-window.ts'

export interface MatchFinder {
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

export function createMatchFinder(window: SharedWindow, level: RarLevel): MatchFinder {
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
