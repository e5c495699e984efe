/** The fonts of the web app, read once for all invoices. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'

export type FontStyle = 'text' | 'strong' | 'heading'

/** File URLs; for each character the first font that has a glyph is used. */
export const bundledFonts: Readonly<Record<FontStyle, readonly string[]>> = {
  text: [
    import.meta.resolve('@fontsource/instrument-sans/files/instrument-sans-latin-400-normal.woff'),
    import.meta.resolve('@fontsource/instrument-sans/files/instrument-sans-latin-ext-400-normal.woff'),
  ],
  strong: [
    import.meta.resolve('@fontsource/instrument-sans/files/instrument-sans-latin-600-normal.woff'),
    import.meta.resolve('@fontsource/instrument-sans/files/instrument-sans-latin-ext-600-normal.woff'),
  ],
  heading: [
    import.meta.resolve('@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff'),
  ],
}

let read: Promise<ReadonlyMap<string, Buffer>> | undefined

export function readBundledFonts(): Promise<ReadonlyMap<string, Buffer>> {
  read ??= readAll()
  return read
}

async function readAll(): Promise<ReadonlyMap<string, Buffer>> {
  const files = Object.values(bundledFonts)
    .flat()
    .map(async url => [url, unpackWoff(await readFile(fileURLToPath(url)))] as const)
  return new Map(await Promise.all(files))
}

const woffHeaderBytes = 44
const woffEntryBytes = 20
const fontHeaderBytes = 12
const fontEntryBytes = 16

/** Unpacks WOFF 1.0 to the OpenType font inside; pdfkit could do so, but slowly and again for each invoice. */
export function unpackWoff(woff: Buffer): Buffer {
  const tableCount = woff.readUInt16BE(12)
  const header = Buffer.alloc(fontHeaderBytes + tableCount * fontEntryBytes)
  woff.copy(header, 0, 4, 8)
  header.writeUInt16BE(tableCount, 4)
  // Binary search parameters of the table directory: searchRange, entrySelector, rangeShift.
  const selector = Math.floor(Math.log2(tableCount))
  header.writeUInt16BE(16 * 2 ** selector, 6)
  header.writeUInt16BE(selector, 8)
  header.writeUInt16BE(16 * (tableCount - 2 ** selector), 10)

  const parts: Buffer[] = [header]
  let offset = header.length
  for (let index = 0; index < tableCount; index += 1) {
    const at = woffHeaderBytes + index * woffEntryBytes
    const packedAt = woff.readUInt32BE(at + 4)
    const packedBytes = woff.readUInt32BE(at + 8)
    const tableBytes = woff.readUInt32BE(at + 12)
    const packed = woff.subarray(packedAt, packedAt + packedBytes)
    const table = packedBytes < tableBytes ? inflateSync(packed) : packed
    const entryAt = fontHeaderBytes + index * fontEntryBytes
    woff.copy(header, entryAt, at, at + 4)
    header.writeUInt32BE(woff.readUInt32BE(at + 16), entryAt + 4)
    header.writeUInt32BE(offset, entryAt + 8)
    header.writeUInt32BE(tableBytes, entryAt + 12)
    // Tables are aligned to four bytes.
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4)
    parts.push(table, padding)
    offset += table.length + padding.length
  }
  return Buffer.concat(parts)
}
