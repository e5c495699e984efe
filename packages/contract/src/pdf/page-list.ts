/**
 * Lists of PDF pages as text, for people, the API and the command line: "1-5, 8, odd". With several files "2:1-3" are pages of
 * the second one; "@90" rotates clockwise, "blank" is an empty page, and ";" begins another document.
 */

export const pageRotations = [0, 90, 180, 270] as const
export type PageRotation = (typeof pageRotations)[number]

/** A page of a file, both from 1, or an empty page. */
export interface ListedPage {
  /** 0 for an empty page. */
  readonly file: number
  readonly page: number
  /** Added to the rotation that the page has. */
  readonly rotation: PageRotation
}

export const blankPage: ListedPage = { file: 0, page: 0, rotation: 0 }

interface PageRange {
  readonly file: number | null
  readonly from: number | 'last'
  readonly to: number | 'last'
  readonly only: 'all' | 'odd' | 'even'
  readonly rotation: PageRotation
}

/** Documents of ranges, as written. */
export type PageList = readonly (readonly (PageRange | 'blank')[])[]

export interface PageListError {
  /** A full sentence that quotes the part. */
  readonly problem: string
}

export const maxPageListLength = 200_000

const wholeFile = { from: 1, to: 'last', only: 'all' } as const

/** An empty text means every page of every file. */
export function parsePageList(text: string): PageList | PageListError {
  if (text.trim() === '') return [[]]
  const documents: (PageRange | 'blank')[][] = []
  for (const part of text.split(';')) {
    const items = part
      .split(',')
      .map(item => item.trim())
      .filter(item => item !== '')
    if (items.length === 0) return { problem: 'A document in the list of pages has no pages.' }
    const ranges: (PageRange | 'blank')[] = []
    for (const item of items) {
      const range = parseItem(item)
      if (range === undefined)
        return {
          problem: `"${item.slice(0, 40)}" is not a range of pages. Examples: 3, 1-5, 8-, odd, 2:1-3, 4@90.`,
        }
      ranges.push(range)
    }
    documents.push(ranges)
  }
  return documents
}

export function isPageListError(list: PageList | PageListError): list is PageListError {
  return 'problem' in list
}

const itemPattern =
  /^(?:(\d{1,4}):)?(?:(all|odd|even|last)|(\d{1,6})(?:(-)(\d{1,6}|last)?)?|-(\d{1,6}))(?:@(0|90|180|270))?$/i

function parseItem(item: string): PageRange | 'blank' | undefined {
  if (item.toLowerCase() === 'blank') return 'blank'
  const match = itemPattern.exec(item.replaceAll(/\s/g, ''))
  if (match === null) return undefined
  const [, file, word, from, dash, to, until, rotation = '0'] = match
  const range =
    until === undefined ? rangeOf(word?.toLowerCase(), from, dash, to) : { ...wholeFile, to: Number(until) }
  return { file: file === undefined ? null : Number(file), ...range, rotation: rotationOf(Number(rotation)) }
}

function rangeOf(word: string | undefined, from = '', dash: string | undefined, to: string | undefined) {
  if (word === 'last') return { ...wholeFile, from: 'last' } as const
  if (word === 'odd' || word === 'even') return { ...wholeFile, only: word } as const
  if (word === 'all') return wholeFile
  const first = Number(from)
  if (dash === undefined) return { ...wholeFile, from: first, to: first }
  return { ...wholeFile, from: first, to: to === undefined || to === 'last' ? ('last' as const) : Number(to) }
}

export function rotationOf(degrees: number): PageRotation {
  const turned = ((degrees % 360) + 360) % 360
  return pageRotations.find(rotation => rotation === turned) ?? 0
}

/** The pages of each document, in order; a descending range is read backwards. */
export function resolvePages(list: PageList, pageCounts: readonly number[]): ListedPage[][] | PageListError {
  const documents: ListedPage[][] = []
  for (const ranges of list) {
    const pages: ListedPage[] = []
    for (const range of ranges.length === 0 ? everyFile(pageCounts) : ranges) {
      const found = range === 'blank' ? [blankPage] : pagesOf(range, pageCounts)
      if (!Array.isArray(found)) return found
      pages.push(...found)
    }
    documents.push(pages)
  }
  return documents
}

function everyFile(pageCounts: readonly number[]): PageRange[] {
  return pageCounts.map((_, index) => ({ file: index + 1, ...wholeFile, rotation: 0 }))
}

function pagesOf(range: PageRange, pageCounts: readonly number[]): ListedPage[] | PageListError {
  const file = range.file ?? 1
  const pageCount = pageCounts[file - 1]
  if (pageCount === undefined)
    return { problem: `There is no file ${file}; ${counted(pageCounts.length, 'file')} given.` }
  const [from, to] = [range.from, range.to].map(page => (page === 'last' ? pageCount : page))
  if (from === undefined || to === undefined || Math.min(from, to) < 1 || Math.max(from, to) > pageCount)
    return {
      problem: `There is no page ${Math.max(from ?? 0, to ?? 0)}; ${named(file, pageCounts)} has ${counted(pageCount, 'page')}.`,
    }
  const step = from <= to ? 1 : -1
  const numbers = Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => from + index * step)
  const remainders = { all: [0, 1], odd: [1], even: [0] }[range.only]
  return numbers
    .filter(page => remainders.includes(page % 2))
    .map(page => ({ file, page, rotation: range.rotation }))
}

function named(file: number, pageCounts: readonly number[]): string {
  return pageCounts.length === 1 ? 'the file' : `file ${file}`
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

/** The shortest list of the same pages, with ranges. */
export function writePageList(documents: readonly (readonly ListedPage[])[]): string {
  return documents.map(writeDocument).join('; ')
}

function writeDocument(pages: readonly ListedPage[]): string {
  const items: string[] = []
  for (let index = 0; index < pages.length; ) {
    const first = pages[index]
    if (first === undefined) break
    const length = first.file === 0 ? 1 : runLength(pages, index)
    items.push(writeRange(first, length))
    index += length
  }
  return items.join(', ')
}

function runLength(pages: readonly ListedPage[], start: number): number {
  const first = pages[start]
  let length = 1
  for (; ; length++) {
    const next = pages[start + length]
    const continues =
      next !== undefined &&
      next.file === first?.file &&
      next.rotation === first.rotation &&
      next.page === first.page + length
    if (!continues) return length
  }
}

function writeRange({ file, page, rotation }: ListedPage, length: number): string {
  if (file === 0) return 'blank'
  const range = length === 1 ? String(page) : `${page}-${page + length - 1}`
  return `${file}:${range}${rotation === 0 ? '' : `@${rotation}`}`
}
