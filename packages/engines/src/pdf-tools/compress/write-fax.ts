/** Writes black and white pixels as ITU-T T.6 (fax group 4): libvips cuts TIFF files into strips, and a PDF takes one. */
import { runCodes } from './fax-codes.ts'

const modes = {
  pass: '0001',
  horizontal: '001',
  /** By how far the end of a run is right of the one above, from -3 to 3. */
  vertical: ['0000010', '000010', '010', '1', '011', '000011', '0000011'],
}
const maxShift = 3
const endOfBlock = '000000000001000000000001'

/** One byte for each pixel, 0 is black. */
export function writeFax(pixels: Uint8Array, width: number, height: number): Buffer {
  const bits = createBitWriter()
  let above = [width]
  for (let row = 0; row < height; row++) {
    const changes = changesOf(pixels.subarray(row * width, (row + 1) * width))
    writeRow(changes, above, width, bits.write)
    above = changes
  }
  bits.write(endOfBlock)
  return bits.end()
}

/** Where the color changes, beginning with white; ends with the width. */
function changesOf(row: Uint8Array): number[] {
  const changes: number[] = []
  let isBlack = false
  for (let x = 0; x < row.length; x++) {
    const isBlackHere = (row[x] ?? 255) < 128
    if (isBlackHere !== isBlack) changes.push(x)
    isBlack = isBlackHere
  }
  changes.push(row.length)
  return changes
}

function writeRow(
  changes: readonly number[],
  above: readonly number[],
  width: number,
  write: (bits: string) => void,
): void {
  let at = -1
  let isBlack = false
  let own = 0
  let other = 0
  while (at < width) {
    other = nextChange(above, other, at, isBlack)
    own = nextChange(changes, own, at, isBlack)
    const [start, end] = [above[other] ?? width, changes[own] ?? width]
    const endAbove = above[other + 1] ?? width
    const shift = end - start
    if (endAbove < end) {
      write(modes.pass)
      at = endAbove
    } else if (Math.abs(shift) <= maxShift) {
      write(modes.vertical[shift + maxShift] ?? '')
      at = end
      isBlack = !isBlack
    } else {
      const afterNext = changes[own + 1] ?? width
      write(modes.horizontal)
      writeRun(end - Math.max(at, 0), isBlack, write)
      writeRun(afterNext - end, !isBlack, write)
      at = afterNext
    }
  }
}

/** Index of the first change right of `at` to the color that is not the current one. */
function nextChange(changes: readonly number[], from: number, at: number, isBlack: boolean): number {
  let index = from
  while (index > 0 && (changes[index - 1] ?? 0) > at) index--
  while (index < changes.length && (changes[index] ?? 0) <= at) index++
  return (index % 2 === 1) === isBlack ? index : index + 1
}

const longest = 2560

function writeRun(length: number, isBlack: boolean, write: (bits: string) => void): void {
  const { short, multiples } = isBlack ? runCodes.black : runCodes.white
  let left = length
  for (; left > longest + 63; left -= longest) write(multiples[longest / 64 - 1] ?? '')
  if (left > 63) write(multiples[Math.floor(left / 64) - 1] ?? '')
  write(short[left % 64] ?? '')
}

function createBitWriter() {
  const bytes: number[] = []
  let current = 0
  let count = 0
  return {
    write(bits: string) {
      for (const bit of bits) {
        current = (current << 1) | (bit === '1' ? 1 : 0)
        if (++count < 8) continue
        bytes.push(current)
        current = 0
        count = 0
      }
    },
    end() {
      if (count > 0) bytes.push(current << (8 - count))
      return Buffer.from(bytes)
    },
  }
}
