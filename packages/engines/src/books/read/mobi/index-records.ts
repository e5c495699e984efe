/** Index records (INDX) of MOBI and AZW3: entries with a label and tags of numbers. */
import { damagedBook, type PalmDatabase } from './palm-database.ts'

export interface IndexEntry {
  readonly label: string
  readonly tags: ReadonlyMap<number, readonly number[]>
}

export interface IndexTable {
  readonly entries: readonly IndexEntry[]
  /** A text that a tag points to. */
  text(offset: number): string
}

interface TagDefinition {
  readonly tag: number
  readonly values: number
  readonly mask: number
  readonly isEnd: boolean
}

const maxEntries = 200_000

export function readIndex(database: PalmDatabase, record: number): IndexTable {
  const head = database.record(record)
  if (head.toString('latin1', 0, 4) !== 'INDX') throw damagedBook('no index')
  const count = head.readUInt32BE(24)
  const texts = Array.from({ length: Math.min(head.readUInt32BE(52), 100) }, (_, index) =>
    database.record(record + count + 1 + index),
  )
  const { definitions, controlBytes } = readDefinitions(head, head.readUInt32BE(4))
  const entries: IndexEntry[] = []
  for (let index = 1; index <= count && entries.length < maxEntries; index++)
    entries.push(...readEntries(database.record(record + index), definitions, controlBytes))
  return {
    entries,
    text(offset) {
      const block = texts[offset >> 16]
      if (block === undefined) return ''
      const { value, end } = forwardNumber(block, offset & 0xffff)
      return block.toString('utf8', end, end + Math.min(value, 2000))
    },
  }
}

function readDefinitions(head: Buffer, at: number) {
  if (head.toString('latin1', at, at + 4) !== 'TAGX') throw damagedBook('an index without tags')
  const bytes = head.readUInt32BE(at + 4)
  const definitions: TagDefinition[] = []
  for (let offset = at + 12; offset + 4 <= Math.min(at + bytes, head.length); offset += 4)
    definitions.push({
      tag: head[offset] as number,
      values: head[offset + 1] as number,
      mask: head[offset + 2] as number,
      isEnd: head[offset + 3] === 1,
    })
  return { definitions, controlBytes: head.readUInt32BE(at + 8) }
}

function readEntries(
  block: Buffer,
  definitions: readonly TagDefinition[],
  controlBytes: number,
): IndexEntry[] {
  if (block.length < 28) return []
  const [listAt, count] = [block.readUInt32BE(20), block.readUInt32BE(24)]
  const starts = Array.from({ length: Math.min(count, maxEntries) }, (_, index) => {
    const at = listAt + 4 + 2 * index
    return at + 2 <= block.length ? block.readUInt16BE(at) : block.length
  })
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? listAt
    const labelBytes = block[start] ?? 0
    const label = block.toString('utf8', start + 1, start + 1 + labelBytes)
    return {
      label,
      tags: readTags(block.subarray(0, end), start + 1 + labelBytes, definitions, controlBytes),
    }
  })
}

interface PresentTag {
  readonly tag: number
  readonly values: number
  /** Undefined if the length is given in bytes. */
  readonly count: number | undefined
  readonly bytes: number
}

function readTags(entry: Buffer, start: number, definitions: readonly TagDefinition[], controlBytes: number) {
  const present: PresentTag[] = []
  let [control, at] = [start, start + controlBytes]
  for (const { tag, values, mask, isEnd } of definitions) {
    if (isEnd) {
      control += 1
      continue
    }
    const bits = (entry[control] ?? 0) & mask
    if (bits === 0) continue
    const isLength = bits === mask && bitCount(mask) > 1
    if (!isLength) {
      present.push({ tag, values, count: bits / (mask & -mask), bytes: 0 })
      continue
    }
    const { value, end } = forwardNumber(entry, at)
    at = end
    present.push({ tag, values, count: undefined, bytes: value })
  }
  const tags = new Map<number, number[]>()
  for (const { tag, values, count, bytes } of present) {
    const found: number[] = []
    const stop = count === undefined ? at + bytes : Infinity
    const wanted = count === undefined ? Infinity : count * values
    while (found.length < wanted && at < Math.min(stop, entry.length)) {
      const { value, end } = forwardNumber(entry, at)
      found.push(value)
      at = end
    }
    tags.set(tag, found)
  }
  return tags
}

function bitCount(mask: number): number {
  return mask.toString(2).replaceAll('0', '').length
}

/** Seven bits a byte, the last one marked. */
function forwardNumber(bytes: Buffer, start: number): { readonly value: number; readonly end: number } {
  let [value, at] = [0, start]
  while (at < bytes.length && at - start < 5) {
    const byte = bytes[at++] as number
    value = value * 128 + (byte & 0x7f)
    if (byte & 0x80) break
  }
  return { value, end: at }
}
