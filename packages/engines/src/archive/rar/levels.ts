/** What the level from 1 to 9 means for packing. */

export interface RarLevel {
  /** What a header says: 1 fastest to 5 best. */
  readonly method: number
  /** Earlier places that are looked at for each match. */
  readonly depth: number
  /** A match of this length is taken without looking further. */
  readonly niceLength: number
  /** Looks whether a better match begins one byte later. */
  readonly isLazy: boolean
  /** Of what came before, and of what is being packed; a power of two. */
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
