/** LZW for GIF images that replaces colors by similar ones where this makes repetitions longer. */

import { distanceOf } from './palette.ts'

const maxCodes = 4096
const maxCodeBits = 12
/** Dictionary entries compared for one repetition: limits the time in areas where everything is similar. */
const maxVisits = 1000

/** Pixels of one image, in rows. */
export interface IndexedPixels {
  readonly indexes: Uint8Array
  /** 1 where the pixel may be transparent, because its color is already displayed. */
  readonly canSkip: Uint8Array
}

interface LzwOptions {
  /** As 0xBBGGRR. */
  readonly colors: readonly number[]
  readonly transparentIndex: number
  /** Of the color table, at least 2. */
  readonly indexBits: number
  /** Largest squared distance of a replaced color. */
  readonly maxDistance: number
}

/** Returns the image data as stored: minimum code size, blocks, terminator. */
export type Lzw = (pixels: IndexedPixels) => Buffer

export function createLzw(options: LzwOptions): Lzw {
  const { transparentIndex, indexBits } = options
  const clearCode = 1 << indexBits
  const dictionary = createDictionary(options)
  return pixels => {
    const { indexes, canSkip } = pixels
    const blocks = createBlocks(indexBits, indexes.length)
    let [nextCode, codeBits] = [clearCode + 2, indexBits + 1]
    // Pixels per code since the dictionary was cleared until it was full, and recently.
    let [clearedAt, codes, meanRun, recentRun] = [0, 0, 0, 0]
    blocks.write(clearCode, codeBits)
    dictionary.clear()
    for (let at = 0; at < indexes.length; ) {
      const start = at
      const found = dictionary.longest(pixels, at)
      blocks.write(found.code, codeBits)
      at += found.length
      if (nextCode < maxCodes) {
        const next = canSkip[at] === 1 ? transparentIndex : (indexes[at] as number)
        dictionary.add(nextCode, found.code, next)
        if (nextCode === 1 << codeBits && codeBits < maxCodeBits) codeBits += 1
        nextCode += 1
        codes += 1
        continue
      }
      // A full dictionary stays as long as it is better than a new one would be.
      if (meanRun === 0) meanRun = recentRun = (at - clearedAt) / codes
      recentRun += (at - start - recentRun) / 64
      if (recentRun >= meanRun) continue
      blocks.write(clearCode, codeBits)
      dictionary.clear()
      ;[nextCode, codeBits] = [clearCode + 2, indexBits + 1]
      ;[clearedAt, codes, meanRun] = [at, 0, 0]
    }
    blocks.write(clearCode + 1, codeBits)
    return blocks.end()
  }
}

interface Dictionary {
  clear(): void
  /** Adds the pixels of a code, followed by one more. */
  add(code: number, prefix: number, index: number): void
  /** The longest repetition from a pixel on, and of equally long ones the most similar. The result is reused. */
  longest(pixels: IndexedPixels, at: number): { readonly code: number; readonly length: number }
}

/** A tree of linked lists; 0 ends a list, since no added code is that low. */
function createDictionary({ colors, transparentIndex, maxDistance }: LzwOptions): Dictionary {
  const distances = distancesOf(colors, maxDistance)
  // Any pixel that can be skipped matches the transparent index.
  for (let index = 0; index < 256; index += 1) distances[(1 << 16) | (index << 8) | transparentIndex] = 0
  const firstChild = new Uint16Array(maxCodes)
  const nextSibling = new Uint16Array(maxCodes)
  const lastIndex = new Uint8Array(maxCodes)
  // For each pixel of a repetition: the next code to compare, and the loss up to it.
  const candidates = new Uint16Array(maxCodes)
  const losses = new Uint32Array(maxCodes)
  const found = { code: 0, length: 1 }
  const childOf = (code: number, canContinue: boolean) => (canContinue ? (firstChild[code] as number) : 0)
  return {
    clear() {
      firstChild.fill(0)
    },
    add(code, prefix, index) {
      lastIndex[code] = index
      nextSibling[code] = firstChild[prefix] as number
      firstChild[prefix] = code
    },
    longest({ indexes, canSkip }, start) {
      const first = canSkip[start] === 1 ? transparentIndex : (indexes[start] as number)
      const maxLength = indexes.length - start
      let [bestCode, bestLength, bestLoss] = [first, 1, 0]
      let [length, loss, visits] = [1, 0, 0]
      let code = childOf(first, maxLength > 1)
      // Depth first.
      while (code !== 0 || length > 1) {
        if (code === 0) {
          length -= 1
          code = candidates[length] as number
          loss = losses[length] as number
          continue
        }
        const at = start + length
        const index = lastIndex[code] as number
        const row = ((canSkip[at] as number) << 16) | ((indexes[at] as number) << 8)
        const distance = distances[row | index] as number
        if (distance > maxDistance) {
          code = nextSibling[code] as number
          continue
        }
        candidates[length] = nextSibling[code] as number
        losses[length] = loss
        loss += distance
        length += 1
        visits += 1
        if (length > bestLength || (length === bestLength && loss < bestLoss)) {
          bestCode = code
          bestLength = length
          bestLoss = loss
        }
        code = childOf(code, length < maxLength && visits <= maxVisits)
      }
      found.code = bestCode
      found.length = bestLength
      return found
    },
  }
}

/** Packs codes of variable length into blocks of up to 255 bytes, each preceded by its length. */
function createBlocks(indexBits: number, pixels: number) {
  // No pixel takes more than one code, and clear codes are rare.
  const out = Buffer.allocUnsafe(Math.ceil((pixels * maxCodeBits * 1.01) / 8) + 1024)
  out[0] = indexBits
  let [block, length, pending, pendingBits] = [1, 2, 0, 0]
  const push = (byte: number) => {
    out[length] = byte
    length += 1
    if (length - block < 256) return
    out[block] = 255
    block = length
    length += 1
  }
  return {
    write(code: number, bits: number) {
      pending |= code << pendingBits
      pendingBits += bits
      for (; pendingBits >= 8; pendingBits -= 8) {
        push(pending & 255)
        pending >>>= 8
      }
    },
    end(): Buffer {
      if (pendingBits > 0) push(pending)
      const isEmpty = length === block + 1
      if (!isEmpty) out[block] = length - block - 1
      if (isEmpty) length = block
      out[length] = 0
      return Buffer.from(out.subarray(0, length + 1))
    },
  }
}

/** Squared distance of every pair of indexes, limited to one more than the maximum; twice, without and with skipping. */
function distancesOf(colors: readonly number[], maxDistance: number): Uint16Array {
  const distances = new Uint16Array(2 << 16).fill(maxDistance + 1)
  for (let index = 0; index < colors.length; index += 1) {
    for (let otherIndex = 0; otherIndex < colors.length; otherIndex += 1) {
      const distance = distanceOf(colors[index] as number, colors[otherIndex] as number)
      distances[(index << 8) | otherIndex] = Math.min(maxDistance + 1, distance)
    }
  }
  distances.copyWithin(1 << 16, 0, 1 << 16)
  return distances
}
