/** Encodes literals and matches as Huffman-coded blocks, with new code tables where that saves bits. */
import { canonicalCodes, codeLengths, maxCodeLength } from './huffman.ts'
import {
  alphabetSizes,
  distanceExtraBits,
  distanceSlot,
  lengthBases,
  lengthBonus,
  lengthExtraBits,
  lengthSlots,
  mainSymbols,
  minMatchLength,
} from './symbols.ts'
import type { Tokens } from './tokens.ts'

/** Granularity at which blocks are formed. */
const segmentTokens = 8192
/** Approximate cost of code tables for a block. */
const tableBits = 800
const lowBits = 4

interface Counts {
  readonly main: Uint32Array
  readonly distance: Uint32Array
  readonly lowDistance: Uint32Array
  readonly repeatLength: Uint32Array
}

interface Block {
  readonly from: number
  readonly to: number
  readonly counts: Counts
  readonly bits: number
}

export function encodeBlocks(tokens: Tokens): Uint8Array {
  const writer = new BitWriter()
  return Buffer.concat(splitIntoBlocks(tokens).flatMap(block => encodeBlock(writer, tokens, block)))
}

/**
 * The last byte of a file goes into a separate block with the last-block flag: unar stops reading at the start of a
 * flagged block, so the block must be short.
 */
export function encodeLastByte(byte: number): Uint8Array {
  const tokens: Tokens = {
    symbols: Uint16Array.of(byte),
    lengths: new Uint16Array(1),
    distances: new Int32Array(1),
    count: 1,
  }
  const block = { from: 0, to: 1, counts: countTokens(tokens, 0, 1), bits: 0 }
  return Buffer.concat(encodeBlock(new BitWriter(), tokens, block, lastBlockFlag))
}

function splitIntoBlocks(tokens: Tokens): Block[] {
  const blocks: Block[] = []
  for (let from = 0; from < tokens.count; from += segmentTokens) {
    const to = Math.min(tokens.count, from + segmentTokens)
    let next = blockOf(from, to, countTokens(tokens, from, to))
    // Merge with the previous block as long as shared tables cost less than separate ones.
    for (let last = blocks.at(-1); last !== undefined; last = blocks.at(-1)) {
      const joined = blockOf(last.from, next.to, addCounts(last.counts, next.counts))
      if (joined.bits > last.bits + next.bits + tableBits) break
      blocks.pop()
      next = joined
    }
    blocks.push(next)
  }
  return blocks
}

function blockOf(from: number, to: number, counts: Counts): Block {
  return { from, to, counts, bits: Object.values(counts).reduce((sum, part) => sum + entropyBits(part), 0) }
}

function entropyBits(counts: Uint32Array): number {
  let total = 0
  let bits = 0
  for (const count of counts) {
    if (count === 0) continue
    total += count
    bits -= count * Math.log2(count)
  }
  return total === 0 ? 0 : bits + total * Math.log2(total)
}

function addCounts(a: Counts, b: Counts): Counts {
  const sum = (one: Uint32Array, other: Uint32Array) =>
    one.map((count, index) => count + (other[index] as number))
  return {
    main: sum(a.main, b.main),
    distance: sum(a.distance, b.distance),
    lowDistance: sum(a.lowDistance, b.lowDistance),
    repeatLength: sum(a.repeatLength, b.repeatLength),
  }
}

function countTokens({ symbols, lengths, distances }: Tokens, from: number, to: number): Counts {
  const main = new Uint32Array(alphabetSizes.main)
  const distance = new Uint32Array(alphabetSizes.distance)
  const lowDistance = new Uint32Array(alphabetSizes.lowDistance)
  const repeatLength = new Uint32Array(alphabetSizes.repeatLength)
  const countUp = (counts: Uint32Array, symbol: number) => {
    counts[symbol] = (counts[symbol] as number) + 1
  }
  for (let at = from; at < to; at++) {
    const symbol = symbols[at] as number
    const length = lengths[at] as number
    if (symbol < mainSymbols.firstLength) {
      countUp(main, symbol)
      if (symbol >= mainSymbols.repeatDistance)
        countUp(repeatLength, lengthSlots[length - minMatchLength] as number)
      continue
    }
    const back = distances[at] as number
    const slot = distanceSlot(back)
    const lengthSlot = lengthSlots[length - minMatchLength - lengthBonus(back)] as number
    countUp(main, mainSymbols.firstLength + lengthSlot)
    countUp(distance, slot)
    if (distanceExtraBits(slot) >= lowBits) countUp(lowDistance, (back - 1) & (2 ** lowBits - 1))
  }
  return { main, distance, lowDistance, repeatLength }
}

interface Code {
  readonly lengths: Uint8Array
  readonly codes: Uint16Array
}

function codeOf(counts: Uint32Array): Code {
  const lengths = codeLengths(counts)
  return { lengths, codes: canonicalCodes(lengths) }
}

function encodeBlock(bits: BitWriter, tokens: Tokens, block: Block, extraFlags = 0): Uint8Array[] {
  const main = codeOf(block.counts.main)
  const distance = codeOf(block.counts.distance)
  const lowDistance = codeOf(block.counts.lowDistance)
  const repeatLength = codeOf(block.counts.repeatLength)
  writeTables(bits, [main.lengths, distance.lengths, lowDistance.lengths, repeatLength.lengths])
  const { symbols, lengths, distances } = tokens
  for (let at = block.from; at < block.to; at++) {
    const symbol = symbols[at] as number
    if (symbol < mainSymbols.repeatDistance) {
      writeSymbol(bits, main, symbol)
    } else if (symbol < mainSymbols.firstLength) {
      writeSymbol(bits, main, symbol)
      writeLength(bits, repeatLength, 0, (lengths[at] as number) - minMatchLength)
    } else {
      const back = distances[at] as number
      const rest = (lengths[at] as number) - minMatchLength - lengthBonus(back)
      writeLength(bits, main, mainSymbols.firstLength, rest)
      writeDistance(bits, distance, lowDistance, back)
    }
  }
  const { lastBits } = bits
  const data = bits.flush()
  return [blockHeader(data.length, lastBits, extraFlags), data]
}

function writeSymbol(bits: BitWriter, { codes, lengths }: Code, symbol: number): void {
  bits.write(codes[symbol] as number, lengths[symbol] as number)
}

function writeLength(bits: BitWriter, code: Code, firstSymbol: number, rest: number): void {
  const slot = lengthSlots[rest] as number
  writeSymbol(bits, code, firstSymbol + slot)
  const extraBits = lengthExtraBits[slot] as number
  if (extraBits > 0) bits.write(rest - (lengthBases[slot] as number), extraBits)
}

function writeDistance(bits: BitWriter, code: Code, lowCode: Code, back: number): void {
  const slot = distanceSlot(back)
  writeSymbol(bits, code, slot)
  const extraBits = distanceExtraBits(slot)
  if (extraBits === 0) return
  const extra = (back - 1) & (2 ** extraBits - 1)
  if (extraBits < lowBits) {
    bits.write(extra, extraBits)
    return
  }
  const highBits = extraBits - lowBits
  if (highBits > 16) bits.write(extra >>> (lowBits + 16), highBits - 16)
  if (highBits > 0) bits.write((extra >>> lowBits) & 0xffff, Math.min(16, highBits))
  writeSymbol(bits, lowCode, extra & (2 ** lowBits - 1))
}

const hasTablesFlag = 0x80
const lastBlockFlag = 0x40
const checksumSeed = 0x5a

function blockHeader(byteCount: number, lastBits: number, extraFlags: number): Uint8Array {
  const sizeBytes = byteCount < 0x100 ? 1 : byteCount < 0x10000 ? 2 : 3
  const flags = hasTablesFlag | extraFlags | ((sizeBytes - 1) << 3) | (lastBits - 1)
  const size = [byteCount & 255, (byteCount >> 8) & 255, byteCount >> 16].slice(0, sizeBytes)
  const checksum = size.reduce((sum, byte) => sum ^ byte, checksumSeed ^ flags)
  return Uint8Array.of(flags, checksum, ...size)
}

const alphabetSize = 20
const runs = {
  shortRepeat: { symbol: 16, minCount: 3, bits: 3 },
  longRepeat: { symbol: 17, minCount: 11, bits: 7 },
  shortZeros: { symbol: 18, minCount: 3, bits: 3 },
  longZeros: { symbol: 19, minCount: 11, bits: 7 },
} as const

interface Item {
  readonly symbol: number
  readonly extra: number
  readonly extraBits: number
}

/** Writes the code lengths of the four alphabets of a block, run-length and Huffman coded. */
function writeTables(bits: BitWriter, tables: readonly Uint8Array[]): void {
  const items = runLengths(Buffer.concat(tables))
  const counts = new Uint32Array(alphabetSize)
  for (const { symbol } of items) counts[symbol] = (counts[symbol] as number) + 1
  const lengths = codeLengths(counts)
  const codes = canonicalCodes(lengths)
  writeLengths(bits, lengths)
  for (const { symbol, extra, extraBits } of items) {
    bits.write(codes[symbol] as number, lengths[symbol] as number)
    if (extraBits > 0) bits.write(extra, extraBits)
  }
}

/** Four bits each; 15 starts a run of zeros, or is literal if 0 follows. */
function writeLengths(bits: BitWriter, lengths: Uint8Array): void {
  for (let at = 0; at < lengths.length; ) {
    const run = Math.min(17, runFrom(lengths, at))
    const length = lengths[at] as number
    if (length === 0 && run >= 3) {
      bits.write(maxCodeLength, 4)
      bits.write(run - 2, 4)
      at += run
      continue
    }
    bits.write(length, 4)
    if (length === maxCodeLength) bits.write(0, 4)
    at += 1
  }
}

function runLengths(lengths: Uint8Array): Item[] {
  const items: Item[] = []
  for (let at = 0; at < lengths.length; ) {
    const length = lengths[at] as number
    const isZero = length === 0
    // A repeat refers to the previous length, so the first of a nonzero run is written literally.
    if (!isZero) items.push({ symbol: length, extra: 0, extraBits: 0 })
    let rest = runFrom(lengths, at) - (isZero ? 0 : 1)
    at += rest + (isZero ? 0 : 1)
    const [short, long] = isZero ? [runs.shortZeros, runs.longZeros] : [runs.shortRepeat, runs.longRepeat]
    while (rest >= short.minCount) {
      const run = rest >= long.minCount ? long : short
      const taken = Math.min(rest, run.minCount + (1 << run.bits) - 1)
      items.push({ symbol: run.symbol, extra: taken - run.minCount, extraBits: run.bits })
      rest -= taken
    }
    for (; rest > 0; rest--) items.push({ symbol: length, extra: 0, extraBits: 0 })
  }
  return items
}

function runFrom(lengths: Uint8Array, at: number): number {
  let end = at + 1
  while (end < lengths.length && lengths[end] === lengths[at]) end += 1
  return end - at
}

class BitWriter {
  #bytes = new Uint8Array(64 * 1024)
  #length = 0
  #pending = 0
  #pendingBits = 0

  get length(): number {
    return this.#length
  }

  /** Used bits of the last byte: 1 to 8. */
  get lastBits(): number {
    return this.#pendingBits === 0 ? 8 : this.#pendingBits
  }

  /** At most 16 bits at a time. */
  write(value: number, bitCount: number): void {
    this.#pending = (this.#pending << bitCount) | value
    this.#pendingBits += bitCount
    if (this.#length + 4 > this.#bytes.length) this.#grow()
    while (this.#pendingBits >= 8) {
      this.#pendingBits -= 8
      this.#bytes[this.#length++] = this.#pending >>> this.#pendingBits
    }
  }

  /** Returns everything written so far, padded to a whole byte, and resets the writer. */
  flush(): Uint8Array {
    if (this.#pendingBits > 0) this.write(0, 8 - this.#pendingBits)
    const flushed = this.#bytes.slice(0, this.#length)
    this.#length = 0
    this.#pending = 0
    return flushed
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2)
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}
