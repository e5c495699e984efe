/** Decompressors of column formats, with the declared size as the limit (decompression bombs). */
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { unsupportedData } from '../values/data-failure.ts'
import { decompressLz4Block } from './lz4.ts'

/** Of one page or buffer. */
const maxPageBytes = 256 * 1024 * 1024

function limit(declared: number): { readonly maxOutputLength: number } {
  if (!(declared >= 0 && declared <= maxPageBytes)) throw unsupportedData('a page that is too large')
  return { maxOutputLength: Math.max(1, declared) }
}

export const columnDecompressors = {
  GZIP: (input: Uint8Array, bytes: number) => new Uint8Array(gunzipSync(input, limit(bytes))),
  BROTLI: (input: Uint8Array, bytes: number) => new Uint8Array(brotliDecompressSync(input, limit(bytes))),
  ZSTD: (input: Uint8Array, bytes: number) => new Uint8Array(zstdDecompressSync(input, limit(bytes))),
  LZ4_RAW: (input: Uint8Array, bytes: number) => decompressLz4Block(input, limit(bytes).maxOutputLength),
  LZ4: (input: Uint8Array, bytes: number) => decompressHadoopLz4(input, limit(bytes).maxOutputLength),
}

/** Blocks with their sizes before them, as Hadoop writes them, or one plain block. */
function decompressHadoopLz4(input: Uint8Array, outputBytes: number): Uint8Array {
  const view = Buffer.from(input.buffer, input.byteOffset, input.byteLength)
  const isFramed =
    view.length >= 8 && view.readUInt32BE(0) <= outputBytes && view.readUInt32BE(4) <= view.length - 8
  if (!isFramed) return decompressLz4Block(input, outputBytes)
  const parts: Uint8Array[] = []
  let total = 0
  for (let at = 0; at + 8 <= view.length; ) {
    const [plainBytes, packedBytes] = [view.readUInt32BE(at), view.readUInt32BE(at + 4)]
    const room = Math.min(plainBytes, outputBytes - total)
    parts.push(decompressLz4Block(view.subarray(at + 8, at + 8 + packedBytes), room))
    total += room
    at += 8 + packedBytes
  }
  return Buffer.concat(parts)
}
