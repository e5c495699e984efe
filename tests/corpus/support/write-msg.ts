/** Writes mails of Outlook as compound files, since no free program at hand writes them. */

interface MsgContent {
  /** Texts by the number of their property. */
  readonly texts: Readonly<Record<string, string>>
  readonly html?: Buffer
  readonly rtf?: Buffer
  readonly sentAt?: Date
  readonly recipients?: readonly { readonly name: string; readonly email: string; readonly type: number }[]
  readonly attachments?: readonly {
    readonly name: string
    readonly bytes: Buffer
    readonly contentId?: string
  }[]
}

interface Node {
  readonly name: string
  readonly bytes?: Buffer
  readonly children?: readonly Node[]
}

const wide = (number: string, text: string): Node => ({
  name: `__substg1.0_${number}001F`,
  bytes: Buffer.from(text, 'utf16le'),
})
const binary = (number: string, bytes: Buffer): Node => ({ name: `__substg1.0_${number}0102`, bytes })

function properties(headerBytes: number, numbers: readonly (readonly [number, number, bigint])[]): Node {
  const bytes = Buffer.alloc(headerBytes + 16 * numbers.length)
  for (const [index, [id, type, value]] of numbers.entries()) {
    const at = headerBytes + 16 * index
    bytes.writeUInt16LE(type, at)
    bytes.writeUInt16LE(id, at + 2)
    bytes.writeBigUInt64LE(value, at + 8)
  }
  return { name: '__properties_version1.0', bytes }
}

export function writeMsg({
  texts,
  html,
  rtf,
  sentAt,
  recipients = [],
  attachments = [],
}: MsgContent): Buffer {
  const ticks = sentAt && (BigInt(sentAt.getTime()) + 11_644_473_600_000n) * 10_000n
  return writeCompoundFile([
    properties(32, [[0x3fde, 3, 65001n], ...(ticks === undefined ? [] : [[0x0039, 0x40, ticks] as const])]),
    ...Object.entries(texts).map(([number, text]) => wide(number, text)),
    ...(html ? [binary('1013', html)] : []),
    ...(rtf ? [binary('1009', rtf)] : []),
    ...recipients.map(({ name, email, type }, index) => ({
      name: `__recip_version1.0_#0000000${index}`,
      children: [properties(8, [[0x0c15, 3, BigInt(type)]]), wide('3001', name), wide('39FE', email)],
    })),
    ...attachments.map(({ name, bytes, contentId }, index) => ({
      name: `__attach_version1.0_#0000000${index}`,
      children: [
        properties(8, []),
        wide('3707', name),
        binary('3701', bytes),
        ...(contentId === undefined ? [] : [wide('3712', contentId)]),
      ],
    })),
  ])
}

/** Packed without a single reference to earlier text. */
export function packedRtf(rtf: string): Buffer {
  const bytes = Buffer.from(rtf, 'latin1')
  const header = Buffer.alloc(16)
  header.writeUInt32LE(bytes.length, 4)
  header.writeUInt32LE(0x75465a4c, 8)
  const groups: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 8) groups.push(Buffer.from([0]), bytes.subarray(at, at + 8))
  return Buffer.concat([header, ...groups])
}

const sectorBytes = 512
const free = 0xffffffff
const endOfChain = 0xfffffffe
/** Streams are at least this long, so that all are in normal sectors. */
const smallestStream = 4096

interface DirectoryEntry {
  readonly name: string
  readonly type: number
  readonly bytes: Buffer
  child: number
  right: number
  first: number
}

function writeCompoundFile(children: readonly Node[]): Buffer {
  const entries: DirectoryEntry[] = []
  const add = (name: string, type: number, bytes: Buffer = Buffer.alloc(0)) => {
    entries.push({ name, type, bytes, child: free, right: free, first: endOfChain })
    return entries.length - 1
  }
  const addAll = (nodes: readonly Node[]): number => {
    const ids = nodes.map(({ name, bytes, children: below }) => {
      const id = add(name, below ? 1 : 2, bytes)
      if (below) (entries[id] as DirectoryEntry).child = addAll(below)
      return id
    })
    for (const [index, id] of ids.entries()) (entries[id] as DirectoryEntry).right = ids[index + 1] ?? free
    return ids[0] ?? free
  }
  const root = add('Root Entry', 5)
  ;(entries[root] as DirectoryEntry).child = addAll(children)
  const table: number[] = []
  const sectors: Buffer[] = []
  const store = (content: Buffer): number => {
    const first = sectors.length
    for (let at = 0; at < content.length; at += sectorBytes) {
      const sector = Buffer.alloc(sectorBytes)
      content.copy(sector, 0, at, at + sectorBytes)
      sectors.push(sector)
      table.push(sectors.length)
    }
    table[table.length - 1] = endOfChain
    return first
  }
  for (const entry of entries)
    if (entry.type === 2 && entry.bytes.length > 0)
      entry.first = store(
        Buffer.concat([entry.bytes, Buffer.alloc(Math.max(0, smallestStream - entry.bytes.length))]),
      )
  const directory = store(Buffer.concat(entries.map(writeEntry)))
  const tableSectors = Math.ceil((table.length + 40) / 128)
  const tableStart = sectors.length
  const tableBytes = Buffer.alloc(tableSectors * sectorBytes, 0xff)
  for (const [index, next] of table.entries()) tableBytes.writeUInt32LE(next, 4 * index)
  for (let index = 0; index < tableSectors; index++)
    tableBytes.writeUInt32LE(0xfffffffd, 4 * (tableStart + index))
  const header = Buffer.alloc(sectorBytes, 0xff)
  header.fill(0, 0, 76)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.writeUInt16LE(0x3e, 24)
  header.writeUInt16LE(3, 26)
  header.writeUInt16LE(0xfffe, 28)
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeUInt32LE(tableSectors, 44)
  header.writeUInt32LE(directory, 48)
  // No stream is small.
  header.writeUInt32LE(0, 56)
  header.writeUInt32LE(endOfChain, 60)
  header.writeUInt32LE(endOfChain, 68)
  for (let index = 0; index < tableSectors; index++) header.writeUInt32LE(tableStart + index, 76 + 4 * index)
  return Buffer.concat([header, ...sectors, tableBytes])
}

function writeEntry({ name, type, bytes, child, right, first }: DirectoryEntry): Buffer {
  const entry = Buffer.alloc(128)
  const nameBytes = entry.write(name, 0, 62, 'utf16le')
  entry.writeUInt16LE(nameBytes + 2, 64)
  entry.writeUInt8(type, 66)
  entry.writeUInt8(1, 67)
  entry.writeUInt32LE(free, 68)
  entry.writeUInt32LE(right, 72)
  entry.writeUInt32LE(child, 76)
  entry.writeUInt32LE(first, 116)
  entry.writeUInt32LE(bytes.length, 120)
  return entry
}
