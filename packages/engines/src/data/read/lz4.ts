/** Decompresses LZ4: a block, or a frame of blocks. */
import { damagedData } from '../values/data-failure.ts'

export function decompressLz4Block(input: Uint8Array, outputBytes: number): Uint8Array {
  const output = new Uint8Array(outputBytes)
  let [from, to] = [0, 0]
  const byte = () => {
    const value = input[from++]
    if (value === undefined) throw damagedData('compressed data ends early')
    return value
  }
  const length = (nibble: number) => {
    let total = nibble
    if (nibble === 15) for (let more = 255; more === 255; total += more) more = byte()
    return total
  }
  while (from < input.length) {
    const token = byte()
    const literals = length(token >> 4)
    if (to + literals > outputBytes || from + literals > input.length)
      throw damagedData('literals beyond the end')
    output.set(input.subarray(from, from + literals), to)
    from += literals
    to += literals
    if (from >= input.length) break
    const offset = byte() | (byte() << 8)
    const matched = length(token & 15) + 4
    if (offset === 0 || offset > to || to + matched > outputBytes) throw damagedData('a match beyond the end')
    for (const end = to + matched; to < end; to++) output[to] = output[to - offset] ?? 0
  }
  return output.subarray(0, to)
}

const frameMagic = 0x184d2204

export function decompressLz4Frame(input: Uint8Array, outputBytes: number): Uint8Array {
  const view = Buffer.from(input.buffer, input.byteOffset, input.byteLength)
  if (view.length < 7 || view.readUInt32LE(0) !== frameMagic) throw damagedData('not an LZ4 frame')
  const flags = view[4] ?? 0
  const [hasBlockChecksums, hasSize, hasDictionary] = [
    (flags & 16) !== 0,
    (flags & 8) !== 0,
    (flags & 1) !== 0,
  ]
  let at = 7 + (hasSize ? 8 : 0) + (hasDictionary ? 4 : 0)
  const blocks: Uint8Array[] = []
  let total = 0
  while (at + 4 <= view.length) {
    const size = view.readUInt32LE(at)
    at += 4
    if (size === 0) break
    const bytes = size & 0x7fffffff
    const block = view.subarray(at, at + bytes)
    if (block.length < bytes) throw damagedData('compressed data ends early')
    // Blocks that depend on earlier ones are rare, and not written by Arrow.
    const plain = size > 0x7fffffff ? block : decompressLz4Block(block, outputBytes - total)
    blocks.push(plain)
    total += plain.length
    at += bytes + (hasBlockChecksums ? 4 : 0)
  }
  return Buffer.concat(blocks)
}
