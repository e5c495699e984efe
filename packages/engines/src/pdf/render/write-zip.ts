/** Writes a zip of files that are small already: stored, one after another, as they come. */
import { crc32 } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly data: Uint8Array
}

const localSignature = 0x04034b50
const centralSignature = 0x02014b50
const endSignature = 0x06054b50
const version = 20
/** Names are UTF-8. */
const flags = 0x0800
/** The first day DOS knows: a picture made from a page has no date of its own. */
const dosDate = 0x21

export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const { name, data } of entries) {
    const bytes = Buffer.from(name)
    const facts = factsOf(data, bytes)
    const header = Buffer.alloc(30)
    header.writeUInt32LE(localSignature, 0)
    facts.copy(header, 4)
    directory.push(centralEntry(facts, bytes, offset))
    yield Buffer.concat([header, bytes])
    yield data
    offset += header.length + bytes.length + data.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(endSignature, 0)
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  yield Buffer.concat([central, end])
}

/** The 26 bytes that the local header and the directory share. */
function factsOf(data: Uint8Array, name: Buffer): Buffer {
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(version, 0)
  facts.writeUInt16LE(flags, 2)
  facts.writeUInt16LE(dosDate, 8)
  facts.writeUInt32LE(crc32(data), 10)
  facts.writeUInt32LE(data.length, 14)
  facts.writeUInt32LE(data.length, 18)
  facts.writeUInt16LE(name.length, 22)
  return facts
}

function centralEntry(facts: Buffer, name: Buffer, offset: number): Buffer {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(centralSignature, 0)
  entry.writeUInt16LE(version, 4)
  facts.copy(entry, 6)
  entry.writeUInt32LE(offset, 42)
  return Buffer.concat([entry, name])
}
