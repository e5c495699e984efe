/** Writes black and white pixels as ITU-T T.6 (fax group 4): libvips cuts TIFF files into strips, and a PDF takes one. */

/** Run lengths of ITU-T T.4 as bits: 0 to 63, then multiples of 64. */

const white = `00110101 000111 0111 1000 1011 1100 1110 1111 10011 10100 00111 01000 001000 000011 110100 110101 101010 101011
0100111 0001100 0001000 0010111 0000011 0000100 0101000 0101011 0010011 0100100 0011000 00000010 00000011 00011010 00011011
00010010 00010011 00010100 00010101 00010110 00010111 00101000 00101001 00101010 00101011 00101100 00101101 00000100 00000101
00001010 00001011 01010010 01010011 01010100 01010101 00100100 00100101 01011000 01011001 01011010 01011011 01001010 01001011
00110010 00110011 00110100`
const whiteMultiples = `11011 10010 010111 0110111 00110110 00110111 01100100 01100101 01101000 01100111 011001100 011001101
011010010 011010011 011010100 011010101 011010110 011010111 011011000 011011001 011011010 011011011 010011000 010011001
010011010 011000 010011011`
const black = `0000110111 010 11 10 011 0011 0010 00011 000101 000100 0000100 0000101 0000111 00000100 00000111 000011000
0000010111 0000011000 0000001000 00001100111 00001101000 00001101100 00000110111 00000101000 00000010111 00000011000
000011001010 000011001011 000011001100 000011001101 000001101000 000001101001 000001101010 000001101011 000011010010
000011010011 000011010100 000011010101 000011010110 000011010111 000001101100 000001101101 000011011010 000011011011
000001010100 000001010101 000001010110 000001010111 000001100100 000001100101 000001010010 000001010011 000000100100
000000110111 000000111000 000000100111 000000101000 000001011000 000001011001 000000101011 000000101100 000001011010
000001100110 000001100111`
const blackMultiples = `0000001111 000011001000 000011001001 000001011011 000000110011 000000110100 000000110101 0000001101100
0000001101101 0000001001010 0000001001011 0000001001100 0000001001101 0000001110010 0000001110011 0000001110100 0000001110101
0000001110110 0000001110111 0000001010010 0000001010011 0000001010100 0000001010101 0000001011010 0000001011011 0000001100100
0000001100101`
/** From 1792, the same for both colors. */
const longMultiples = `00000001000 00000001100 00000001101 000000010010 000000010011 000000010100 000000010101 000000010110
000000010111 000000011100 000000011101 000000011110 000000011111`

const split = (codes: string) => codes.split(/\s+/)

const multiplesOf = (codes: string) => [...split(codes), ...split(longMultiples)]

const runCodes = {
  white: { short: split(white), multiples: multiplesOf(whiteMultiples) },
  black: { short: split(black), multiples: multiplesOf(blackMultiples) },
} as const

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
