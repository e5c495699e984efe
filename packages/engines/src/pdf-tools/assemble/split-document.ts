/** Splits a document into ranges of pages: after a number of pages, at bookmarks, or below a size. */
import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ListedPage } from '@filesmith/contract/pdf/page-list'
import { PdfDocument, type PdfFile } from '../qpdf/pdf-document.ts'
import { referencedNumber, textOf } from '../qpdf/pdf-value.ts'
import { createAssembler } from './create-assembler.ts'
import { readDestinations } from './destinations.ts'
import type { PdfSource } from './open-sources.ts'
import { planAssembly } from './place-pages.ts'

/** Indices of pages, without the end. */
export interface PageSpan {
  readonly start: number
  readonly end: number
  /** Of the bookmark at its start. */
  readonly title?: string
}

export function spansOfLength(pageCount: number, length: number): PageSpan[] {
  return Array.from({ length: Math.ceil(pageCount / length) }, (_, index) => ({
    start: index * length,
    end: Math.min(pageCount, (index + 1) * length),
  }))
}

/** One span for each page with a top-level bookmark, and one for the pages before the first; none without bookmarks. */
export function spansAtBookmarks(opened: PdfFile, pageCount: number): PageSpan[] {
  const document = new PdfDocument([opened])
  const everyPage = listOf({ start: 0, end: pageCount })
  const assembly = planAssembly(document, [{ file: 1, name: '', fileIndex: 0 }], everyPage)
  const [source] = assembly.sources
  const indexOf = new Map(assembly.pages.map(({ number }, index) => [number, index]))
  const destinations = readDestinations(assembly)
  const titles = new Map<number, string>()
  const seen = new Set<number>()
  let item = document.dictionary(source?.catalog['/Outlines'])?.['/First']
  for (let number = referencedNumber(item); source !== undefined && number !== undefined; ) {
    if (seen.has(number)) break
    seen.add(number)
    const bookmark = document.dictionary(item)
    const target = bookmark?.['/Dest'] ?? document.dictionary(bookmark?.['/A'])?.['/D']
    const index = indexOf.get(destinations.pageOf(target, source) ?? 0)
    if (index !== undefined && !titles.has(index))
      titles.set(index, textOf(document.resolve(bookmark?.['/Title'])))
    item = bookmark?.['/Next']
    number = referencedNumber(item)
  }
  const starts = [...titles.keys()].sort((a, b) => a - b)
  const [first] = starts
  if (first === undefined) return []
  return [
    ...(first > 0 ? [{ start: 0, end: first }] : []),
    ...starts.map((start, index) => ({
      start,
      end: starts[index + 1] ?? pageCount,
      title: titles.get(start) ?? '',
    })),
  ]
}

function listOf({ start, end }: PageSpan): ListedPage[] {
  return Array.from({ length: end - start }, (_, index) => ({
    file: 1,
    page: start + index + 1,
    rotation: 0,
  }))
}

export interface SplitFolder {
  readonly outFolder: string
  /** Returns a new path in it. */
  readonly newPath: () => string
}

/** Every level writes all pages once and reads them as often as there are parts: the product of both is least near 3. */
const maxParts = 4

/**
 * Writes the spans of a document. Many are written from parts of the document that are made first: every write reads the
 * structure of the file it comes from.
 */
export async function writeSpans(
  folder: SplitFolder,
  source: PdfSource,
  spans: readonly PageSpan[],
): Promise<string[]> {
  const write = createAssembler(folder.outFolder, [source])
  const paths: string[] = []
  if (spans.length <= maxParts) {
    for (const span of spans) {
      const path = folder.newPath()
      await write(listOf(span), path)
      paths.push(path)
    }
    return paths
  }
  const perPart = Math.ceil(spans.length / maxParts)
  for (let start = 0; start < spans.length; start += perPart) {
    const group = spans.slice(start, start + perPart)
    const [first, last] = [group[0], group.at(-1)]
    if (first === undefined || last === undefined) break
    const path = folder.newPath()
    await write(listOf({ start: first.start, end: last.end }), path, true)
    const part = { ...source, path, pageCount: last.end - first.start }
    const shifted = group.map(span => ({ start: span.start - first.start, end: span.end - first.start }))
    paths.push(...(await writeSpans(folder, part, shifted)))
    await rm(path)
  }
  return paths
}

/** Each document has as many pages as fit; a single page that does not is a document. */
export async function splitBySize(
  folder: SplitFolder,
  source: PdfSource,
  maxBytes: number,
): Promise<{ readonly paths: string[]; readonly tooLarge: number }> {
  const write = createAssembler(folder.outFolder, [source])
  const trial = join(folder.outFolder, 'trial.pdf')
  const sizeOf = async (span: PageSpan) => {
    await write(listOf(span), trial)
    return (await stat(trial)).size
  }
  const paths: string[] = []
  let tooLarge = 0
  let pagesPerDocument = Math.ceil((source.pageCount * maxBytes) / (await stat(source.path)).size)
  for (let start = 0; start < source.pageCount; ) {
    const path = folder.newPath()
    // `fits` pages are known to fit, `exceeds` pages are known not to.
    let [fits, exceeds] = [0, source.pageCount - start + 1]
    let pages = Math.min(Math.max(1, pagesPerDocument), exceeds - 1)
    while (exceeds - fits > 1) {
      const size = await sizeOf({ start, end: start + pages })
      if (size <= maxBytes || pages === 1) {
        await rename(trial, path)
        tooLarge += size > maxBytes ? 1 : 0
        fits = pages
        if (size > maxBytes) break
      } else exceeds = pages
      const guess = Math.round((pages * maxBytes) / size)
      const isNear = guess > fits && guess < exceeds && Math.abs(guess - pages) > 1
      pages = isNear ? guess : Math.floor((fits + exceeds) / 2)
    }
    paths.push(path)
    pagesPerDocument = fits
    start += fits
  }
  await rm(trial, { force: true })
  return { paths, tooLarge }
}
