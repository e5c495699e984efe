/** Streaming reader for tar archives (ustar, GNU and pax). */

export interface FileInTar {
  readonly name: string
  readonly sizeBytes: number
  /** Must be read before the next file is requested; unread bytes are skipped. */
  readonly content: AsyncIterable<Buffer>
}

export class TarError extends Error {
  override readonly name = 'TarError'
}

const blockBytes = 512
/** Extension headers hold names and numbers, so anything larger is damage or an attempt to exhaust memory. */
const maxExtensionBytes = 1024 * 1024

interface Extension {
  readonly name?: string
  readonly sizeBytes?: number
}

export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<FileInTar> {
  const reader = createByteReader(source, () => new TarError('it is truncated'))
  let extension: Extension = {}
  for (;;) {
    const header = await reader.take(blockBytes)
    if (isZero(header)) return
    checkHeader(header)
    const type = String.fromCharCode(header[156] ?? 0)
    const sizeBytes = extension.sizeBytes ?? readNumber(header.subarray(124, 136))
    if (type === 'x' || type === 'L') {
      const content = await takeExtension(reader, readNumber(header.subarray(124, 136)))
      extension = { ...extension, ...(type === 'x' ? readPax(content) : { name: readText(content) }) }
      continue
    }
    const content = reader.chunks(sizeBytes)
    if (type === '0' || type === '\0') yield { name: extension.name ?? nameOf(header), sizeBytes, content }
    for await (const _ of content);
    await reader.take(padding(sizeBytes))
    extension = {}
  }
}

async function takeExtension(reader: ByteReader, sizeBytes: number): Promise<Buffer> {
  if (sizeBytes > maxExtensionBytes) throw new TarError('it is damaged, or not a tar archive')
  const content = await reader.take(sizeBytes)
  await reader.take(padding(sizeBytes))
  return content
}

function checkHeader(header: Buffer): void {
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0)
  if (sum !== readNumber(header.subarray(148, 156))) throw new TarError('it is damaged, or not a tar archive')
}

function nameOf(header: Buffer): string {
  const name = readText(header.subarray(0, 100))
  const isUstar = header.toString('latin1', 257, 263) === 'ustar\0'
  const prefix = isUstar ? readText(header.subarray(345, 500)) : ''
  return prefix === '' ? name : `${prefix}/${name}`
}

/** Octal digits, or big-endian base-256 marked by the high bit of the first byte (GNU extension for large values). */
function readNumber(field: Buffer): number {
  if (((field[0] ?? 0) & 0x80) !== 0)
    return Number(field.subarray(1).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n))
  const digits = readText(field).trim()
  if (!/^[0-7]*$/.test(digits)) throw new TarError('it is damaged, or not a tar archive')
  return digits === '' ? 0 : Number.parseInt(digits, 8)
}

/** pax records: "length key=value", where the length includes its own digits. */
function readPax(content: Buffer): Extension {
  let found: Extension = {}
  for (let at = 0; at < content.length; ) {
    const length = Number.parseInt(content.toString('latin1', at, at + 20), 10)
    if (!(length > 0)) throw new TarError('it is damaged, or not a tar archive')
    const record = content.toString('utf8', content.indexOf(' ', at) + 1, at + length - 1)
    const [key, value] = [record.slice(0, record.indexOf('=')), record.slice(record.indexOf('=') + 1)]
    if (key === 'path') found = { ...found, name: value }
    if (key === 'size') found = { ...found, sizeBytes: Number(value) }
    at += length
  }
  return found
}

function readText(field: Buffer): string {
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end === -1 ? field.length : end)
}

function isZero(block: Buffer): boolean {
  return block.every(byte => byte === 0)
}

function padding(sizeBytes: number): number {
  return (blockBytes - (sizeBytes % blockBytes)) % blockBytes
}

interface ByteReader {
  /** Exactly `count` bytes. */
  take(count: number): Promise<Buffer>
  /** Exactly `count` bytes in chunks as they arrive; unread chunks remain for the next read. */
  chunks(count: number): AsyncIterable<Buffer>
}

/** Reads an exact number of bytes from a stream, buffering at most one source chunk beyond what was requested. */
function createByteReader(source: AsyncIterable<Buffer>, endedEarly: () => Error): ByteReader {
  const sourceChunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  async function next(maxBytes: number): Promise<Buffer> {
    while (rest.length === 0) {
      const chunk = await sourceChunks.next()
      if (chunk.done) throw endedEarly()
      rest = chunk.value
    }
    const chunk = rest.subarray(0, maxBytes)
    rest = rest.subarray(chunk.length)
    return chunk
  }

  function chunks(count: number): AsyncIterable<Buffer> {
    let left = count
    return {
      [Symbol.asyncIterator]: () => ({
        async next() {
          if (left === 0) return { done: true, value: undefined }
          const chunk = await next(left)
          left -= chunk.length
          return { done: false, value: chunk }
        },
      }),
    }
  }

  return {
    chunks,
    async take(count) {
      const taken: Buffer[] = []
      for await (const chunk of chunks(count)) taken.push(chunk)
      return Buffer.concat(taken)
    },
  }
}
