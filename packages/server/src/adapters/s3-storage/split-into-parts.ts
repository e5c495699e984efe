/** Splits a stream into parts of one size; if the stream fails, the bytes received so far are yielded first. */
import type { Readable } from 'node:stream'

/** S3 requires at least 5 MiB and at most 10,000 parts; some servers require equal sizes for all but the last. */
export const partBytes = 8 * 1024 * 1024

/** `start` is prepended to the stream. */
export async function* splitIntoParts(source: Readable, start?: Uint8Array): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = start ? [start] : []
  let bytes = start?.byteLength ?? 0

  function takePart(): Buffer {
    const all = Buffer.concat(chunks)
    const rest = all.subarray(partBytes)
    chunks = rest.byteLength > 0 ? [rest] : []
    bytes = rest.byteLength
    return all.subarray(0, partBytes)
  }

  try {
    for await (const chunk of source) {
      const bytesOfChunk: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      chunks.push(bytesOfChunk)
      bytes += bytesOfChunk.byteLength
      while (bytes >= partBytes) yield takePart()
    }
  } catch (error) {
    if (bytes > 0) yield takePart()
    throw error
  }
  if (bytes > 0) yield takePart()
}
