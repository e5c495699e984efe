/** Cuts a stream into parts of one size; when the stream fails, what had arrived comes out before the failure. */
import type { Readable } from 'node:stream'

/** Servers want 5 MiB at least and 10,000 parts at most; some want all parts but the last to be of one size. */
export const partBytes = 8 * 1024 * 1024

/** The start goes before the stream's bytes. */
export async function* splitIntoParts(source: Readable, start?: Uint8Array): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = start ? [start] : []
  let bytes = start?.byteLength ?? 0

  function takePart(): Buffer {
    const all = Buffer.concat(pieces)
    const rest = all.subarray(partBytes)
    pieces = rest.byteLength > 0 ? [rest] : []
    bytes = rest.byteLength
    return all.subarray(0, partBytes)
  }

  try {
    for await (const chunk of source) {
      const piece: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      pieces.push(piece)
      bytes += piece.byteLength
      while (bytes >= partBytes) yield takePart()
    }
  } catch (error) {
    if (bytes > 0) yield takePart()
    throw error
  }
  if (bytes > 0) yield takePart()
}
