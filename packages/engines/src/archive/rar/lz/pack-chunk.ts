/** Packs one piece of a file into blocks of its own: what was packed before it need not be known, only its data. */

import type { RarLevel } from '../levels.ts'
import type { Piece } from '../pack-worker-messages.ts'
import { encodeBlocks, encodeLastByte } from './encode-blocks.ts'
import { createParser } from './parse.ts'
import type { SharedWindow } from './shared-window.ts'
import { createTokens } from './tokens.ts'

export const maxPieceBytes = 1024 * 1024
/** Pieces that may be under way while their places in the window must not be written over. */
const piecesUnderWay = 6

/** How far back data may lie to be referred to. */
export function reachOf(windowBytes: number): number {
  return windowBytes - piecesUnderWay * maxPieceBytes
}

export function createPiecePacker(window: SharedWindow, level: RarLevel): (piece: Piece) => Uint8Array {
  const parse = createParser(window, level)
  const tokens = createTokens(maxPieceBytes)
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
