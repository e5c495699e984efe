/** Table of contents of a MOBI book: what is written is what the reader finds. */
import { expect, test } from 'vitest'
import type { TocEntry } from '../../model/book.ts'
import { contentsTree, readContents } from '../../read/mobi/mobi-contents.ts'
import type { MobiHeader } from '../../read/mobi/mobi-header.ts'
import { contentsRecords } from './contents-index.ts'
import type { PlacedEntry } from './mobi-text.ts'

const header: MobiHeader = {
  start: 0,
  compression: 2,
  textRecords: 0,
  encoding: 'utf-8',
  version: 6,
  title: '',
  firstImage: 0,
  trailingFlags: 1,
  header: Buffer.alloc(248),
  exth: new Map(),
}

function readBack(records: readonly Buffer[]): TocEntry[] {
  const entries = readContents(
    { name: '', count: records.length, record: index => records[index] ?? Buffer.alloc(0) },
    header,
  )
  return contentsTree(entries, ({ position }) => `at ${position}`)
}

function expected(entries: readonly PlacedEntry[]): TocEntry[] {
  return entries.map(({ title, position, children }) => ({
    title,
    target: `at ${position}`,
    children: expected(children),
  }))
}

const titlesOf = (entries: readonly TocEntry[]): unknown[] =>
  entries.map(({ title, target, children }) => [title, target, titlesOf(children)])

test('contentsRecords: three levels in several records come back as they were', () => {
  const contents: PlacedEntry[] = Array.from({ length: 1500 }, (_, chapter) => ({
    title: `${chapter} 章 – Ünïcödé with a title that takes some room`,
    position: chapter * 100_000,
    children: [0, 1].map(part => ({
      title: `Part ${chapter}.${part}`,
      position: chapter * 100_000 + 1000 * part,
      children: part === 0 ? [] : [{ title: 'Last', position: chapter * 100_000 + 1500, children: [] }],
    })),
  }))
  const records = contentsRecords(contents, 200_000_000)
  expect(records.length).toBeGreaterThan(4)
  expect(Math.max(...records.map(({ length }) => length))).toBeLessThan(0x10000)
  expect(titlesOf(readBack(records))).toEqual(titlesOf(expected(contents)))
})

test('contentsRecords: no records without entries', () => {
  expect(contentsRecords([], 10)).toEqual([])
})
