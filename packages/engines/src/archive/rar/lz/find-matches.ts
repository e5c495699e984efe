/** Looks for the longest earlier occurrence of what stands at a position, by the notes in the window. */
import type { RarLevel } from '../levels.ts'
import type { SharedWindow } from './shared-window.ts'

export interface MatchFinder {
  /** Of the best match found last; 0 when there was none. */
  length: number
  distance: number
  find(at: number, maxLength: number, earliest: number): void
  /** How many bytes are the same at this distance. */
  lengthAt(at: number, distance: number, maxLength: number): number
}

/** A match so short and so far away costs more bits than its literals. */
const farthestOfThree = 4096
const farthestOfFour = 256 * 1024
const notedBytes = 4

export function createMatchFinder(window: SharedWindow, level: RarLevel): MatchFinder {
  const { bytes, previous, near, mask } = window
  const { depth, niceLength } = level
  const windowBytes = bytes.length

  /** Ends at the end of the memory; what goes on at its beginning is the next match. */
  function sameBytes(place: number, other: number, maxLength: number): number {
    const limit = Math.min(maxLength, windowBytes - place, windowBytes - other)
    let length = 0
    while (length < limit && bytes[place + length] === bytes[other + length]) length++
    return length
  }

  const finder: MatchFinder = {
    length: 0,
    distance: 0,
    lengthAt: (at, distance, maxLength) => sameBytes(at & mask, (at - distance) & mask, maxLength),
    find(at, maxLength, earliest) {
      finder.length = 2
      finder.distance = 0
      // Of the last bytes of a piece nothing is noted yet.
      if (maxLength >= notedBytes) {
        findNear(at, maxLength, earliest)
        followChain(at, maxLength, earliest)
      }
      if (finder.distance === 0) finder.length = 0
    },
  }

  function findNear(at: number, maxLength: number, earliest: number): void {
    const back = near[at & mask] as number
    if (back === 0 || back > farthestOfThree || at - back < earliest) return
    const length = sameBytes(at & mask, (at - back) & mask, maxLength)
    if (length <= 2) return
    finder.length = length
    finder.distance = back
  }

  function followChain(at: number, maxLength: number, earliest: number): void {
    const place = at & mask
    const enough = Math.min(niceLength, maxLength)
    let best = finder.length
    let candidate = previous[place] as number
    for (let left = depth; left > 0 && candidate >= earliest && best < enough; left--) {
      const other = candidate & mask
      if (bytes[other + best] === bytes[place + best] && bytes[other] === bytes[place]) {
        const length = sameBytes(place, other, maxLength)
        const back = at - candidate
        if (length > best && (length > 4 || back <= farthestOfFour)) {
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
