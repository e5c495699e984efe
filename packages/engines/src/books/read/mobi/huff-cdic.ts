/** Decompression of HUFF/CDIC records: Huffman codes for phrases of a dictionary, which may be compressed themselves. */
import { damagedBook } from './palm-database.ts'

interface Phrase {
  readonly bytes: Buffer
  readonly isPlain: boolean
}

const maxDepth = 20
const maxRecordBytes = 1 << 20

export function createHuffReader(huff: Buffer, dictionaries: readonly Buffer[]): (packed: Buffer) => Buffer {
  if (huff.toString('latin1', 0, 4) !== 'HUFF') throw damagedBook('no Huffman table')
  const [shortAt, longAt] = [huff.readUInt32BE(8), huff.readUInt32BE(12)]
  const short = Array.from({ length: 256 }, (_, index) => huff.readUInt32BE(shortAt + 4 * index))
  const minimum = [0]
  const maximum = [0]
  for (let length = 1; length <= 32; length++) {
    const at = longAt + 8 * (length - 1)
    minimum.push((huff.readUInt32BE(at) * 2 ** (32 - length)) >>> 0)
    maximum.push(((huff.readUInt32BE(at + 4) + 1) * 2 ** (32 - length) - 1) % 2 ** 32)
  }
  const phrases = dictionaries.flatMap(readDictionary)
  const expanded = new Map<number, Buffer>()

  function codeIn(window: number): { readonly length: number; readonly index: number } {
    const entry = short[window >>> 24] as number
    let length = entry & 0x1f
    let most = (((entry >>> 8) + 1) * 2 ** (32 - length) - 1) % 2 ** 32
    if ((entry & 0x80) === 0) {
      while (length < 32 && window < (minimum[length] as number)) length += 1
      most = maximum[length] as number
    }
    if (length === 0) throw damagedBook('a code without length')
    return { length, index: Math.floor((most - window) / 2 ** (32 - length)) }
  }

  function unpack(packed: Buffer, depth: number): Buffer {
    if (depth > maxDepth) throw damagedBook('phrases in a circle')
    const parts: Buffer[] = []
    let [bit, bytes] = [0, 0]
    const totalBits = packed.length * 8
    while (bit < totalBits) {
      const { length, index } = codeIn(bits32(packed, bit))
      bit += length
      if (bit > totalBits) break
      const phrase = phraseAt(index, depth)
      bytes += phrase.length
      if (bytes > maxRecordBytes) throw damagedBook('a record that is too long')
      parts.push(phrase)
    }
    return Buffer.concat(parts)
  }

  function phraseAt(index: number, depth: number): Buffer {
    const phrase = phrases[index]
    if (phrase === undefined) throw damagedBook('no such phrase')
    if (phrase.isPlain) return phrase.bytes
    const known = expanded.get(index)
    if (known !== undefined) return known
    const bytes = unpack(phrase.bytes, depth + 1)
    expanded.set(index, bytes)
    return bytes
  }

  return packed => unpack(packed, 0)
}

function bits32(bytes: Buffer, bit: number): number {
  const at = bit >> 3
  let value = 0
  for (let index = 0; index < 5; index++) value = value * 256 + (bytes[at + index] ?? 0)
  return Math.floor(value / 2 ** (8 - (bit & 7))) % 2 ** 32
}

function readDictionary(record: Buffer): Phrase[] {
  if (record.toString('latin1', 0, 4) !== 'CDIC') throw damagedBook('no dictionary')
  const [total, bits] = [record.readUInt32BE(8), record.readUInt32BE(12)]
  const count = Math.min(2 ** Math.min(bits, 20), total)
  const phrases: Phrase[] = []
  for (let index = 0; index < count && 16 + 2 * index + 2 <= record.length; index++) {
    const at = 16 + record.readUInt16BE(16 + 2 * index)
    if (at + 2 > record.length) break
    const head = record.readUInt16BE(at)
    phrases.push({ bytes: record.subarray(at + 2, at + 2 + (head & 0x7fff)), isPlain: (head & 0x8000) !== 0 })
  }
  return phrases
}
