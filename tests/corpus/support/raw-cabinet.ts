/** Writes a cabinet (CAB) with stored data, since no free program at hand writes one. */

const dataBlockBytes = 32_768

export function rawCabinet(files: ReadonlyMap<string, Buffer>): Buffer {
  const contents = Buffer.concat([...files.values()])
  const entries: Buffer[] = []
  let offset = 0
  for (const [name, bytes] of files) {
    const entry = Buffer.alloc(16)
    entry.writeUInt32LE(bytes.length, 0)
    entry.writeUInt32LE(offset, 4)
    // 2020-01-01, and names in UTF-8.
    entry.writeUInt16LE(0x5021, 10)
    entry.writeUInt16LE(0x80, 14)
    entries.push(entry, Buffer.from(`${name.replaceAll('/', '\\')}\0`))
    offset += bytes.length
  }
  const blocks: Buffer[] = []
  for (let start = 0; start < contents.length; start += dataBlockBytes) {
    const bytes = contents.subarray(start, start + dataBlockBytes)
    const block = Buffer.alloc(8)
    block.writeUInt16LE(bytes.length, 4)
    block.writeUInt16LE(bytes.length, 6)
    blocks.push(block, bytes)
  }
  const listed = Buffer.concat(entries)
  const header = Buffer.alloc(36 + 8)
  const dataAt = header.length + listed.length
  const data = Buffer.concat(blocks)
  header.write('MSCF')
  header.writeUInt32LE(dataAt + data.length, 8)
  header.writeUInt32LE(header.length, 16)
  header.writeUInt16LE(0x0103, 24)
  header.writeUInt16LE(1, 26)
  header.writeUInt16LE(files.size, 28)
  header.writeUInt32LE(dataAt, 36)
  header.writeUInt16LE(blocks.length / 2, 40)
  return Buffer.concat([header, listed, data])
}
