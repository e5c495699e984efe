/** Packs one chunk of a file into independent blocks; only the data before it is needed, not its encoding. */

import type { RarLevel } from '../levels.ts'
import type { FileChunk } from '../pack-worker-messages.ts'
import { encodeBlocks, encodeLastByte } from './encode-blocks.ts'
import { createParser } from './parse.ts'
import type { SharedWindow } from './shared-window.ts'
import { createTokens } from './tokens.ts'

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
