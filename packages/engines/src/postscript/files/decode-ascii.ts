/** ASCII85: five characters for four bytes. */
import { PsError } from '../language/errors.ts'
import type { ByteStream } from './byte-stream.ts'

const [z, tilde, first, last] = [122, 126, 33, 117]

/** Reads one group, at most four bytes; undefined at the end mark or the end of the stream. */
export function readAscii85Group(stream: ByteStream): number[] | undefined {
  let [value, count] = [0, 0]
  while (count < 5) {
    const code = stream.read()
    if (code === z && count === 0) return [0, 0, 0, 0]
    if (code === tilde || code === -1) return endOfData(stream, code, value, count)
    if (code > 32 && (code < first || code > last)) throw new PsError('ioerror')
    if (code <= 32) continue
    value = value * 85 + code - first
    count++
  }
  return bytesOf(value)
}

function endOfData(stream: ByteStream, code: number, value: number, count: number): number[] | undefined {
  if (code === tilde) skipEndMark(stream)
  return count > 1 ? partOf(value, count) : undefined
}

function skipEndMark(stream: ByteStream): void {
  while (stream.peek() === 10 || stream.peek() === 13 || stream.peek() === 32) stream.read()
  if (stream.peek() === 62) stream.read()
}

function bytesOf(value: number): number[] {
  const bits = value >>> 0
  return [bits >>> 24, (bits >>> 16) & 255, (bits >>> 8) & 255, bits & 255]
}

/** The last group is filled up with the highest digit. */
function partOf(value: number, count: number): number[] {
  let filled = value
  for (let at = count; at < 5; at++) filled = filled * 85 + 84
  return bytesOf(filled).slice(0, count - 1)
}

export function decodeAscii85(stream: ByteStream): Uint8Array {
  const bytes: number[] = []
  for (;;) {
    const group = readAscii85Group(stream)
    if (group === undefined) return Uint8Array.from(bytes)
    bytes.push(...group)
    if (group.length < 4) return Uint8Array.from(bytes)
  }
}
