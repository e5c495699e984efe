/** Writes the code lengths of the four alphabets of a block, run-length and Huffman coded. */
import type { BitWriter } from './bit-writer.ts'
import { canonicalCodes, codeLengths, maxCodeLength } from './huffman.ts'

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

export function writeTables(bits: BitWriter, tables: readonly Uint8Array[]): void {
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
