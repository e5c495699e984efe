/** Maps compression levels 1 to 9 to LZ parameters. */

export interface RarLevel {
  /** Stored in the header: 1 fastest to 5 best. */
  readonly method: number
  /** Maximum number of match candidates per position. */
  readonly depth: number
  /** Accepts a match of this length without searching further. */
  readonly niceLength: number
  /** Lazy matching: checks for a longer match at the next byte. */
  readonly isLazy: boolean
  /** Size of the sliding window, a power of two. */
  readonly windowBytes: number
}

const megabyte = 1024 * 1024

const levels: readonly RarLevel[] = [
  { method: 1, depth: 4, niceLength: 24, isLazy: false, windowBytes: 16 * megabyte },
  { method: 2, depth: 6, niceLength: 32, isLazy: true, windowBytes: 16 * megabyte },
  { method: 2, depth: 12, niceLength: 48, isLazy: true, windowBytes: 16 * megabyte },
  { method: 3, depth: 20, niceLength: 64, isLazy: true, windowBytes: 16 * megabyte },
  { method: 3, depth: 32, niceLength: 128, isLazy: true, windowBytes: 32 * megabyte },
  { method: 3, depth: 64, niceLength: 192, isLazy: true, windowBytes: 32 * megabyte },
  { method: 4, depth: 96, niceLength: 256, isLazy: true, windowBytes: 32 * megabyte },
  { method: 4, depth: 144, niceLength: 320, isLazy: true, windowBytes: 64 * megabyte },
  { method: 5, depth: 224, niceLength: 512, isLazy: true, windowBytes: 64 * megabyte },
]

export function rarLevel(level: number): RarLevel {
  return levels[Math.min(9, Math.max(1, Math.round(level))) - 1] as RarLevel
}
