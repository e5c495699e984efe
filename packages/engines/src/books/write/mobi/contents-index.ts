/** Index records (INDX) with the table of contents of a MOBI book (NCX); see `readIndex`. */
import type { PlacedEntry } from './mobi-text.ts'

const headerBytes = 192
/** Offsets inside of a record have 16 bits. */
const maxRecordBytes = 60_000
const maxTitleLength = 200

/** Tags of an entry, of one number each, in the order of their bits in the control byte. */
const tags = { position: 1, length: 2, title: 3, depth: 4, parent: 21, firstChild: 22, lastChild: 23 }
type Tag = keyof typeof tags
const tagNames = Object.keys(tags).filter((name): name is Tag => name in tags)

/** Records: a head, the entries, the titles. Empty without entries. */
export function contentsRecords(contents: readonly PlacedEntry[], textBytes: number): Buffer[] {
  if (contents.length === 0) return []
  const entries = listEntries(contents, textBytes)
  const titles = createTitleRecords()
  const width = Math.max(4, entries.length.toString(16).length)
  const written = entries.map(({ title, ...numbers }, index) => {
    const label = index.toString(16).toUpperCase().padStart(width, '0')
    return { label, bytes: entryBytes(label, { ...numbers, title: titles.add(title) }) }
  })
  const blocks = splitBySize(written, ({ bytes }) => bytes.length + 2)
  const data = blocks.map(block => {
    const head = indexHead(1, block.length)
    head.writeInt32BE(-1, 28)
    return withEntryTable(
      head,
      block.map(({ bytes }) => bytes),
    )
  })
  const texts = titles.records()
  const head = indexHead(0, data.length)
  head.writeUInt32BE(2, 16)
  head.writeUInt32BE(65_001, 28)
  head.writeUInt32BE(entries.length, 36)
  head.writeUInt32BE(texts.length, 52)
  head.writeUInt32BE(headerBytes, 180)
  const lastLabels = blocks.map(block => {
    const count = Buffer.alloc(2)
    count.writeUInt16BE(block.length)
    return Buffer.concat([labelBytes(block.at(-1)?.label ?? ''), count])
  })
  return [withEntryTable(Buffer.concat([head, tagTable()]), lastLabels), ...data, ...texts]
}

interface ListedEntry {
  readonly title: string
  readonly position: number
  readonly length: number
  readonly depth: number
  readonly parent?: number
  firstChild?: number
  lastChild?: number
}

/** Level by level, so that the children of an entry are a range. */
function listEntries(contents: readonly PlacedEntry[], textBytes: number): ListedEntry[] {
  const lengths = entryLengths(contents, textBytes)
  const queue: { readonly entry: PlacedEntry; readonly listed: ListedEntry }[] = []
  const add = (entry: PlacedEntry, place: Pick<ListedEntry, 'depth' | 'parent'>) => {
    const { title, position } = entry
    const length = lengths.get(entry) ?? 0
    queue.push({ entry, listed: { title: title.slice(0, maxTitleLength), position, length, ...place } })
  }
  for (const entry of contents) add(entry, { depth: 0 })
  for (let index = 0; index < queue.length; index++) {
    const { entry, listed } = queue[index] as (typeof queue)[number]
    if (entry.children.length === 0) continue
    listed.firstChild = queue.length
    for (const child of entry.children) add(child, { depth: listed.depth + 1, parent: index })
    listed.lastChild = queue.length - 1
  }
  return queue.map(({ listed }) => listed)
}

/** Up to the next entry of the same or a higher level. */
function entryLengths(contents: readonly PlacedEntry[], textBytes: number): Map<PlacedEntry, number> {
  const all: { readonly entry: PlacedEntry; readonly depth: number }[] = []
  const collect = (entries: readonly PlacedEntry[], depth: number) => {
    for (const entry of entries) {
      all.push({ entry, depth })
      collect(entry.children, depth + 1)
    }
  }
  collect(contents, 0)
  const starts: number[] = []
  const lengths = new Map<PlacedEntry, number>()
  for (const { entry, depth } of all.sort(
    (a, b) => b.entry.position - a.entry.position || b.depth - a.depth,
  )) {
    const end = Math.min(textBytes, ...starts.slice(0, depth + 1).filter(start => start !== undefined))
    lengths.set(entry, end - entry.position)
    starts[depth] = entry.position
  }
  return lengths
}

function createTitleRecords() {
  const records: Buffer[][] = [[]]
  let bytes = 0
  return {
    /** Number of the record in the upper half, offset in it in the lower one. */
    add(title: string): number {
      const text = Buffer.from(title)
      const part = Buffer.concat([forwardNumber(text.length), text])
      if (bytes + part.length > maxRecordBytes) {
        records.push([])
        bytes = 0
      }
      const reference = (records.length - 1) * 0x10000 + bytes
      records.at(-1)?.push(part)
      bytes += part.length
      return reference
    },
    records: () => records.map(parts => aligned(Buffer.concat(parts))),
  }
}

function splitBySize<T>(items: readonly T[], sizeOf: (item: T) => number): T[][] {
  const blocks: T[][] = []
  let bytes = Infinity
  for (const item of items) {
    bytes += sizeOf(item)
    if (bytes > maxRecordBytes) {
      blocks.push([])
      bytes = sizeOf(item)
    }
    blocks.at(-1)?.push(item)
  }
  return blocks
}

function indexHead(type: number, count: number): Buffer {
  const head = Buffer.alloc(headerBytes)
  head.write('INDX', 'latin1')
  head.writeUInt32BE(headerBytes, 4)
  head.writeUInt32BE(type, 12)
  head.writeUInt32BE(count, 24)
  head.writeInt32BE(-1, 32)
  return head
}

function tagTable(): Buffer {
  const rows = [...tagNames.map((name, bit) => [tags[name], 1, 1 << bit, 0]), [0, 0, 0, 1]]
  const head = Buffer.alloc(12)
  head.write('TAGX', 'latin1')
  head.writeUInt32BE(head.length + 4 * rows.length, 4)
  head.writeUInt32BE(1, 8)
  return Buffer.concat([head, Buffer.from(rows.flat())])
}

function entryBytes(label: string, numbers: Readonly<Partial<Record<Tag, number>>>): Buffer {
  let control = 0
  const values = tagNames.flatMap((name, bit) => {
    const value = numbers[name]
    if (value === undefined) return []
    control |= 1 << bit
    return [forwardNumber(value)]
  })
  return Buffer.concat([labelBytes(label), Buffer.from([control]), ...values])
}

function labelBytes(label: string): Buffer {
  return Buffer.from([label.length, ...Buffer.from(label, 'latin1')])
}

/** With the offsets of the entries behind them (IDXT). */
function withEntryTable(head: Buffer, entries: readonly Buffer[]): Buffer {
  const body = aligned(Buffer.concat([head, ...entries]))
  body.writeUInt32BE(body.length, 20)
  const table = Buffer.alloc(4 + 2 * entries.length)
  table.write('IDXT', 'latin1')
  let at = head.length
  for (const [index, entry] of entries.entries()) {
    table.writeUInt16BE(at, 4 + 2 * index)
    at += entry.length
  }
  return aligned(Buffer.concat([body, table]))
}

/** Seven bits a byte, the last one marked. */
function forwardNumber(value: number): Buffer {
  const bytes = [(value & 0x7f) | 0x80]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift(rest & 0x7f)
  return Buffer.from(bytes)
}

export function aligned(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])
}
