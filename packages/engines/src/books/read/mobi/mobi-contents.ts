/** Table of contents of MOBI and AZW3 books, from their NCX index. */
import type { TocEntry } from '../../model/book.ts'
import { readIndex } from './index-records.ts'
import type { MobiHeader } from './mobi-header.ts'
import type { PalmDatabase } from './palm-database.ts'

export interface ContentsEntry {
  readonly title: string
  readonly level: number
  /** Number of the entry above; entries may be listed level by level. */
  readonly parent: number | undefined
  /** Of the text, in older books. */
  readonly position: number | undefined
  /** Fragment and offset, in newer ones. */
  readonly place: readonly number[] | undefined
}

interface OpenContents extends TocEntry {
  readonly level: number
  readonly children: OpenContents[]
}

/** Empty if the book has no index; it is a book without it, too. */
export function readContents(database: PalmDatabase, { header, start }: MobiHeader): ContentsEntry[] {
  const record = header.length >= 248 ? header.readUInt32BE(244) : 0xffffffff
  if (record === 0xffffffff) return []
  try {
    const index = readIndex(database, start + record)
    return index.entries.map(({ tags }) => ({
      title: index.text(tags.get(3)?.[0] ?? 0).trim(),
      level: tags.get(4)?.[0] ?? 0,
      parent: tags.get(21)?.[0],
      position: tags.get(1)?.[0],
      place: tags.get(6),
    }))
  } catch {
    return []
  }
}

export function contentsTree(
  entries: readonly ContentsEntry[],
  linkTo: (entry: ContentsEntry) => string | undefined,
): TocEntry[] {
  const root: OpenContents = { title: '', target: '', level: -1, children: [] }
  const open = [root]
  const known = new Map<number, OpenContents>()
  for (const [index, entry] of entries.entries()) {
    const target = linkTo(entry)
    if (target === undefined || entry.title === '') continue
    while ((open.at(-1)?.level ?? -1) >= entry.level) open.pop()
    const listed: OpenContents = { title: entry.title, target, level: entry.level, children: [] }
    const parent = entry.parent === undefined ? undefined : known.get(entry.parent)
    const above = parent ?? open.at(-1)
    above?.children.push(listed)
    known.set(index, listed)
    open.push(listed)
  }
  return root.children
}
