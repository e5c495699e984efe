/** Inflates the beginning of gzip data; implemented here, because browsers only provide an asynchronous API. */
import { latin1 } from './bytes.ts'

/** Enough for any prolog before the root element of an SVG. */
const maxOutputBytes = 16_384

const lengthBase = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227, 258,
]
const lengthExtra = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
const distanceBase = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
  6145, 8193, 12289, 16385, 24577,
]
const distanceExtra = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
]
const codeLengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
const endOfBlock = 256

/** Stops silently at the end or at invalid data, and returns what was inflated until then. */
export function inflateGzipHead(gzip: Uint8Array): Uint8Array {
  const output: number[] = []
  const start = endOfGzipHeader(gzip)
  if (start !== undefined) inflate(new BitReader(gzip, start), output)
  return Uint8Array.from(output)
}

/** For deflate data without a header. */
export function inflateHead(packed: Uint8Array): Uint8Array {
  const output: number[] = []
  inflate(new BitReader(packed, 0), output)
  return Uint8Array.from(output)
}

function endOfGzipHeader(gzip: Uint8Array): number | undefined {
  const flags = gzip[3] ?? 0
  let offset = 10
  if (flags & 4) offset += 2 + (gzip[offset] ?? 0) + (gzip[offset + 1] ?? 0) * 256
  for (const flag of [8, 16]) if (flags & flag) offset += latin1(gzip, offset, gzip.length).indexOf('\0') + 1
  if (flags & 2) offset += 2
  return offset < gzip.length ? offset : undefined
}

class BitReader {
  readonly #bytes: Uint8Array
  #bit: number

  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes
    this.#bit = start * 8
  }

  get isAtEnd(): boolean {
    return this.#bit >= this.#bytes.length * 8
  }

  read(count: number): number {
    let value = 0
    for (let index = 0; index < count; index++, this.#bit++) {
      value |= (((this.#bytes[this.#bit >> 3] ?? 0) >> (this.#bit & 7)) & 1) << index
    }
    return value
  }

  skipToByte(): void {
    this.#bit = Math.ceil(this.#bit / 8) * 8
  }
}

/** Symbols by code: the key is a '1' bit followed by the bits of the code. */
type Codes = ReadonlyMap<number, number>

function buildCodes(lengths: readonly number[]): Codes {
  const codes = new Map<number, number>()
  let code = 0
  for (let length = 1; length <= 15; length++, code <<= 1) {
    lengths.forEach((symbolLength, symbol) => {
      if (symbolLength === length) codes.set((1 << length) | code++, symbol)
    })
  }
  return codes
}

function readSymbol(bits: BitReader, codes: Codes): number | undefined {
  let key = 1
  for (let length = 1; length <= 15 && !bits.isAtEnd; length++) {
    key = (key << 1) | bits.read(1)
    const symbol = codes.get(key)
    if (symbol !== undefined) return symbol
  }
  return undefined
}

function inflate(bits: BitReader, output: number[]): void {
  while (output.length < maxOutputBytes && !bits.isAtEnd) {
    const isLast = bits.read(1) === 1
    const kind = bits.read(2)
    const isWhole = kind === 0 ? copyStored(bits, output) : copyPacked(bits, output, kind)
    if (!isWhole || isLast) return
  }
}

function copyStored(bits: BitReader, output: number[]): boolean {
  bits.skipToByte()
  const length = bits.read(16)
  bits.read(16)
  for (let index = 0; index < length && !bits.isAtEnd; index++) output.push(bits.read(8))
  return true
}

function copyPacked(bits: BitReader, output: number[], kind: number): boolean {
  if (kind === 3) return false
  const tables = kind === 1 ? fixedTables : readTables(bits)
  while (output.length < maxOutputBytes) {
    const symbol = readSymbol(bits, tables.literals)
    if (symbol === undefined) return false
    if (symbol === endOfBlock) return true
    if (symbol < endOfBlock) output.push(symbol)
    else if (!copyBack(bits, output, symbol - 257, tables.distances)) return false
  }
  return false
}

function copyBack(bits: BitReader, output: number[], lengthIndex: number, distances: Codes): boolean {
  const length = (lengthBase[lengthIndex] ?? 0) + bits.read(lengthExtra[lengthIndex] ?? 0)
  const symbol = readSymbol(bits, distances)
  if (symbol === undefined) return false
  const distance = (distanceBase[symbol] ?? 0) + bits.read(distanceExtra[symbol] ?? 0)
  if (distance === 0 || distance > output.length) return false
  for (let index = 0; index < length; index++) output.push(output[output.length - distance] as number)
  return true
}

interface Tables {
  readonly literals: Codes
  readonly distances: Codes
}

const fixedTables: Tables = {
  literals: buildCodes(
    Array.from({ length: 288 }, (_, symbol) => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8)),
  ),
  distances: buildCodes(Array.from({ length: 30 }, () => 5)),
}

function readTables(bits: BitReader): Tables {
  const literalCount = bits.read(5) + 257
  const distanceCount = bits.read(5) + 1
  const orderCount = bits.read(4) + 4
  const codeLengths: number[] = Array.from({ length: 19 }, () => 0)
  for (const symbol of codeLengthOrder.slice(0, orderCount)) codeLengths[symbol] = bits.read(3)
  const lengths = readLengths(bits, buildCodes(codeLengths), literalCount + distanceCount)
  return {
    literals: buildCodes(lengths.slice(0, literalCount)),
    distances: buildCodes(lengths.slice(literalCount)),
  }
}

function readLengths(bits: BitReader, codes: Codes, count: number): number[] {
  const lengths: number[] = []
  while (lengths.length < count) {
    const symbol = readSymbol(bits, codes)
    if (symbol === undefined) break
    if (symbol < 16) lengths.push(symbol)
    else if (symbol === 16) repeat(lengths, lengths.at(-1) ?? 0, 3 + bits.read(2))
    else repeat(lengths, 0, symbol === 17 ? 3 + bits.read(3) : 11 + bits.read(7))
  }
  return lengths
}

function repeat(lengths: number[], value: number, count: number): void {
  for (let index = 0; index < count; index++) lengths.push(value)
}
