/** Notes for every place where its bytes stood before; what to do with it is decided later, by several threads at once. */
import type { SharedWindow } from './shared-window.ts'

const hashBits = 18
const nearHashBits = 16
const hashFactor = 0x9e3779b1
const maxNearDistance = 0xffff
const hashedBytes = 4

export interface Indexer {
  /** Everything up to here is in the window. */
  index(end: number): void
  /** Positions begin at 0 again. */
  reset(): void
}

export function createIndexer({ bytes, previous, near, mask }: SharedWindow): Indexer {
  const heads = new Int32Array(1 << hashBits).fill(-1)
  const nearHeads = new Int32Array(1 << nearHashBits).fill(-1)
  let next = 0

  return {
    index(end) {
      if (end - next < hashedBytes) return
      let word = 0
      for (let at = next; at < next + hashedBytes - 1; at++) word = (word << 8) | (bytes[at & mask] as number)
      // The last places of a stretch wait until the bytes behind them are there.
      const last = end - hashedBytes
      for (let at = next; at <= last; at++) {
        word = (word << 8) | (bytes[(at + hashedBytes - 1) & mask] as number)
        const place = at & mask
        const hash = Math.imul(word, hashFactor) >>> (32 - hashBits)
        previous[place] = heads[hash] as number
        heads[hash] = at
        const nearHash = Math.imul(word & -256, hashFactor) >>> (32 - nearHashBits)
        const head = nearHeads[nearHash] as number
        near[place] = head >= 0 && at - head <= maxNearDistance ? at - head : 0
        nearHeads[nearHash] = at
      }
      next = last + 1
    },
    reset() {
      heads.fill(-1)
      nearHeads.fill(-1)
      next = 0
    },
  }
}
