/** Worker thread that processes all data in order: computes file hashes and indexes the window for the packers. */
import { parentPort, workerData } from 'node:worker_threads'
import { createBlake2sp } from './blake2sp.ts'
import { openWindow, type SharedWindow, viewsOf } from './lz/shared-window.ts'
import type { IndexResult, IndexTask, WorkerData } from './pack-worker-messages.ts'

/** Builds hash chains over the window; several threads use them to find matches. */
const hashBits = 18
const nearHashBits = 16
const hashFactor = 0x9e3779b1
const maxNearDistance = 0xffff
const hashedBytes = 4

interface Indexer {
  /** The window is filled up to `end`. */
  index(end: number): void
  /** Restarts positions at 0. */
  reset(): void
}

function createIndexer({ bytes, previous, near, mask }: SharedWindow): Indexer {
  const heads = new Int32Array(1 << hashBits).fill(-1)
  const nearHeads = new Int32Array(1 << nearHashBits).fill(-1)
  let next = 0

  return {
    index(end) {
      if (end - next < hashedBytes) return
      let word = 0
      for (let at = next; at < next + hashedBytes - 1; at++) word = (word << 8) | (bytes[at & mask] as number)
      // The last positions wait until the bytes after them are available.
      const last = end - hashedBytes
      for (let at = next; at <= last; at++) {
        word = (word << 8) | (bytes[(at + hashedBytes - 1) & mask] as number)
        const index = at & mask
        const hash = Math.imul(word, hashFactor) >>> (32 - hashBits)
        previous[index] = heads[hash] as number
        heads[hash] = at
        const nearHash = Math.imul(word & -256, hashFactor) >>> (32 - nearHashBits)
        const head = nearHeads[nearHash] as number
        near[index] = head >= 0 && at - head <= maxNearDistance ? at - head : 0
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

const { buffers } = workerData as WorkerData
const window = openWindow(buffers)
const indexer = createIndexer(window)
let hash = createBlake2sp()

parentPort?.on('message', ({ id, chunk, isReset }: IndexTask) => {
  if (chunk.isFirst) hash = createBlake2sp()
  for (const view of viewsOf(window, chunk.start, chunk.end)) hash.update(view)
  if (isReset) indexer.reset()
  // Index stored data as well: positions must be contiguous.
  indexer.index(chunk.end)
  parentPort?.postMessage({ id, hash: chunk.isLast ? hash.digest() : null } satisfies IndexResult)
})
