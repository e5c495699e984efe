/** Streams that decode another stream: the filters of the language. */
import { constants, inflateSync } from 'node:zlib'
import { PsError } from '../language/errors.ts'
import { hexValue, isSpace } from '../language/tokenizer.ts'
import { ByteStream, MemoryStream } from './byte-stream.ts'
import { readAscii85Group } from './decode-ascii.ts'

const chunkBytes = 4096

/** Decodes in chunks of bytes that a function writes one by one. */
class ChunkStream extends ByteStream {
  private readonly decode: (write: (byte: number) => void) => boolean
  private isAtEnd = false

  /** `decode` writes some bytes and is false at the end. */
  constructor(decode: (write: (byte: number) => void) => boolean) {
    super()
    this.decode = decode
  }

  protected fill(): boolean {
    const bytes: number[] = []
    const write = (byte: number) => {
      bytes.push(byte)
    }
    while (!this.isAtEnd && bytes.length < chunkBytes) this.isAtEnd = !this.decode(write)
    this.bytes = Uint8Array.from(bytes)
    this.at = 0
    return bytes.length > 0
  }
}

export function hexStream(source: ByteStream): ByteStream {
  return new ChunkStream(write => {
    const high = nextHexDigit(source)
    if (high < 0) return false
    const low = nextHexDigit(source)
    write(high * 16 + Math.max(0, low))
    return low >= 0
  })
}

/** -1 at the end mark or the end. */
function nextHexDigit(source: ByteStream): number {
  for (;;) {
    const code = source.read()
    if (code === -1 || code === 62) return -1
    const digit = hexValue(code)
    if (digit >= 0) return digit
    if (!isSpace(code)) throw new PsError('ioerror')
  }
}

export function ascii85Stream(source: ByteStream): ByteStream {
  return new ChunkStream(write => {
    const group = readAscii85Group(source)
    for (const byte of group ?? []) write(byte)
    return group?.length === 4
  })
}

const runLengthEnd = 128

export function runLengthStream(source: ByteStream): ByteStream {
  return new ChunkStream(write => {
    const length = source.read()
    if (length === -1 || length === runLengthEnd) return false
    if (length < runLengthEnd) for (let left = length + 1; left > 0; left--) write(Math.max(0, source.read()))
    else {
      const byte = source.read()
      for (let left = 257 - length; left > 0; left--) write(Math.max(0, byte))
    }
    return true
  })
}

const [clearCode, endCode] = [256, 257]
const maxCodes = 4096

/** Codes of 9 to 12 bits, the highest bit first. */
export function lzwStream(source: ByteStream, isEarly: boolean): ByteStream {
  const codes = new LzwTable(isEarly)
  let [bits, bitCount] = [0, 0]
  const readCode = (): number => {
    while (bitCount < codes.width) {
      const byte = source.read()
      if (byte === -1) return endCode
      bits = ((bits << 8) | byte) & 0xff_ffff
      bitCount += 8
    }
    bitCount -= codes.width
    return (bits >> bitCount) & ((1 << codes.width) - 1)
  }
  return new ChunkStream(write => {
    const code = readCode()
    if (code === endCode) return false
    if (code === clearCode) codes.reset()
    else for (const byte of codes.take(code)) write(byte)
    return true
  })
}

class LzwTable {
  private readonly isEarly: boolean
  private entries: (readonly number[])[] = []
  private previous: readonly number[] | undefined

  constructor(isEarly: boolean) {
    this.isEarly = isEarly
    this.reset()
  }

  reset(): void {
    this.entries = Array.from({ length: 258 }, (_, code) => (code < 256 ? [code] : []))
    this.previous = undefined
  }

  /** Bits of the next code. */
  get width(): number {
    const next = this.entries.length + (this.isEarly ? 1 : 0)
    if (next >= 2048) return 12
    if (next >= 1024) return 11
    return next >= 512 ? 10 : 9
  }

  /** The bytes of a code; adds an entry of the code before it and their first byte. */
  take(code: number): readonly number[] {
    const { entries, previous } = this
    const isNew = code === entries.length && previous !== undefined
    const entry = isNew ? [...previous, previous[0] ?? 0] : entries[code]
    if (entry === undefined) throw new PsError('ioerror')
    if (previous && entries.length < maxCodes) entries.push([...previous, entry[0] ?? 0])
    this.previous = entry
    return entry
  }
}

/** Inflated as a whole at the first read; reads no byte of the source behind the compressed data. */
export class FlateStream extends ByteStream {
  private readonly source: ByteStream
  private readonly maxBytes: number
  private isDone = false

  constructor(source: ByteStream, maxBytes: number) {
    super()
    this.source = source
    this.maxBytes = maxBytes
  }

  protected fill(): boolean {
    if (this.isDone) return false
    this.isDone = true
    const memory = this.source instanceof MemoryStream ? this.source : undefined
    const packed = memory ? memory.rest : this.source.readAll(this.maxBytes)
    try {
      const options = { maxOutputLength: this.maxBytes, finishFlush: constants.Z_SYNC_FLUSH, info: true }
      const { buffer, engine } = inflateSync(packed, options) as unknown as {
        buffer: Buffer
        engine: { bytesWritten: number }
      }
      if (memory) memory.position += engine.bytesWritten
      this.bytes = buffer
    } catch (error) {
      throw new PsError(error instanceof RangeError ? 'limitcheck' : 'ioerror')
    }
    this.at = 0
    return this.bytes.length > 0
  }
}

/** Undoes the prediction of PNG and TIFF that precedes compression. */
export function unpredictedStream(
  source: ByteStream,
  given: { predictor: number; colors: number; bits: number; columns: number },
): ByteStream {
  const { predictor, colors, bits, columns } = given
  const pixelBytes = Math.max(1, (colors * bits) >> 3)
  const rowBytes = Math.ceil((colors * bits * columns) / 8)
  let above = new Uint8Array(rowBytes)
  return new ChunkStream(write => {
    const kind = predictor >= 10 ? source.read() : -2
    if (kind === -1) return false
    const row = new Uint8Array(rowBytes)
    const count = source.readInto(row)
    if (count === 0) return false
    if (kind === -2) {
      if (bits === 8)
        for (let at = colors; at < count; at++) row[at] = (row[at] ?? 0) + (row[at - colors] ?? 0)
    } else unfilterRow(row, above, kind, pixelBytes)
    above = row
    for (let at = 0; at < count; at++) write(row[at] as number)
    return count === rowBytes
  })
}

function unfilterRow(row: Uint8Array, above: Uint8Array, kind: number, pixelBytes: number): void {
  for (let at = 0; at < row.length; at++) {
    const left = at >= pixelBytes ? (row[at - pixelBytes] ?? 0) : 0
    const up = above[at] ?? 0
    const corner = at >= pixelBytes ? (above[at - pixelBytes] ?? 0) : 0
    row[at] = (row[at] ?? 0) + predicted(kind, left, up, corner)
  }
}

function predicted(kind: number, left: number, up: number, corner: number): number {
  if (kind === 1) return left
  if (kind === 2) return up
  if (kind === 3) return (left + up) >> 1
  if (kind !== 4) return 0
  const estimate = left + up - corner
  const [fromLeft, fromUp, fromCorner] = [left, up, corner].map(value => Math.abs(estimate - value)) as [
    number,
    number,
    number,
  ]
  if (fromLeft <= fromUp && fromLeft <= fromCorner) return left
  return fromUp <= fromCorner ? up : corner
}

/** Ends before, or after the given number of occurrences of, a mark; without one after a number of bytes. */
export function subFileStream(source: ByteStream, count: number, mark: Uint8Array): ByteStream {
  return mark.length === 0 ? countedStream(source, count) : markedStream(source, count, mark)
}

function countedStream(source: ByteStream, count: number): ByteStream {
  let left = count
  return new ChunkStream(write => {
    const byte = left > 0 ? source.read() : -1
    left--
    if (byte >= 0) write(byte)
    return byte >= 0
  })
}

function markedStream(source: ByteStream, count: number, mark: Uint8Array): ByteStream {
  let left = Math.max(1, count)
  const pending: number[] = []
  const flush = (write: (byte: number) => void) => {
    for (const byte of pending.splice(0)) write(byte)
  }
  return new ChunkStream(write => {
    const byte = source.read()
    if (byte === -1) {
      flush(write)
      return false
    }
    pending.push(byte)
    if (pending.length < mark.length) return true
    if (!pending.every((each, at) => each === mark[at])) {
      write(pending.shift() as number)
      return true
    }
    left--
    if (count > 0) flush(write)
    return left > 0
  })
}

/** JPEG data, which only the image operators read. */
export class JpegStream extends ByteStream {
  private readonly source: ByteStream
  private readonly maxBytes: number

  constructor(source: ByteStream, maxBytes: number) {
    super()
    this.source = source
    this.maxBytes = maxBytes
  }

  protected fill(): boolean {
    throw new PsError('ioerror')
  }

  /** Up to the end marker. */
  takeFile(): Uint8Array {
    const bytes: number[] = []
    const read = () => {
      const byte = this.source.read()
      if (byte >= 0) bytes.push(byte)
      return byte
    }
    while (bytes.length < this.maxBytes) {
      const byte = read()
      if (byte === -1) break
      if (byte !== 0xff) continue
      const marker = read()
      if (marker === 0xd9) break
      // Segments with a length; the pixels follow without one.
      const hasLength = marker >= 0xc0 && marker !== 0xff && (marker < 0xd0 || marker > 0xd8)
      if (!hasLength) continue
      const length = read() * 256 + read()
      for (let left = length - 2; left > 0 && read() >= 0; left--);
    }
    return Uint8Array.from(bytes)
  }
}
