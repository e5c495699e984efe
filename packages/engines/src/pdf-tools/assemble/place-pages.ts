/** Places the listed pages: decides which objects are pages of the result, and writes them with their annotations. */
import { type ListedPage, rotationOf } from '@filesmith/contract/pdf/page-list'
import type { PdfDocument } from '../qpdf/pdf-document.ts'
import {
  isDictionary,
  type PdfDict,
  type PdfValue,
  referencedNumber,
  referenceTo,
} from '../qpdf/pdf-value.ts'
import { keepTargets, keepTriggers } from './actions.ts'
import type { Assembly, PageCopies, PlacedPage, SourceDocument } from './assembly.ts'
import type { Destinations } from './destinations.ts'
import { readPageTree } from './page-tree.ts'

export interface OpenedSource {
  /** As in the list of pages, from 1. */
  readonly file: number
  readonly name: string
  /** Index of its objects in the document. */
  readonly fileIndex: number
}

/** In the order of their first pages, so that the first one gives the settings of the result. */
export function planAssembly(
  document: PdfDocument,
  opened: readonly OpenedSource[],
  listed: readonly ListedPage[],
): Assembly {
  const removed = new Set<number>()
  const sources = opened.map(({ file, name, fileIndex }) => {
    const trailer = document.trailer(fileIndex)
    const catalog = document.dictionary(trailer['/Root']) ?? {}
    const { pages, nodes } = readPageTree(document, catalog['/Pages'])
    const chosen = new Set(
      listed.filter(page => page.file === file).map(({ page }) => pages[page - 1]?.number),
    )
    for (const number of nodes) removed.add(number)
    const root = referencedNumber(trailer['/Root'])
    if (root !== undefined) removed.add(root)
    for (const { number } of pages) if (!chosen.has(number)) removed.add(number)
    const isWhole = pages.every(({ number }) => chosen.has(number))
    const copies: PageCopies[] = []
    return { file, source: { name, catalog, trailer, pages, isWhole, copies }, copies }
  })
  const uses = new Map<number, number>()
  const pages = listed.flatMap(({ file, page, rotation }): PlacedPage[] => {
    const index = page - 1
    const found = sources.find(each => each.file === file)
    if (found === undefined) {
      const number = newObject(document)
      return [{ number, source: undefined, index: 0, rotation, copies: undefined }]
    }
    const { source, copies } = found
    const original = source.pages[index]?.number
    // The file counts more pages than it has.
    if (original === undefined) return []
    const earlier = uses.get(original) ?? 0
    uses.set(original, earlier + 1)
    if (earlier === 0) return [{ number: original, source, index, rotation, copies: undefined }]
    copies[earlier - 1] ??= { pages: new Map(), annotations: new Map() }
    const set = copies[earlier - 1]
    const number = newObject(document)
    set?.pages.set(original, number)
    return [{ number, source, index, rotation, copies: set }]
  })
  return {
    document,
    sources: sources.map(({ source }) => source),
    pages,
    removed,
    annotations: new Set(),
    notes: new Set(),
  }
}

function newObject(document: PdfDocument): number {
  return referencedNumber(document.add(null)) ?? 0
}

/** Of another version of the page, or only right for all pages of the source. */
const partOfDocument = ['/Parent', '/DPart', '/SeparationInfo', '/TemplateInstantiated', '/PresSteps']

export function writePages(assembly: Assembly, destinations: Destinations): void {
  const { document, pages, sources } = assembly
  const originals = new Map<number, PdfDict>()
  for (const source of sources) markRemovedAnnotations(assembly, source)
  for (const [position, placed] of pages.entries()) {
    const { number, source, index } = placed
    const original = source?.pages[index]
    if (source === undefined || original === undefined) {
      document.set(number, emptyPage(assembly, position))
      continue
    }
    const page = originals.get(original.number) ?? {
      ...original.inherited,
      ...document.dictionary(referenceTo(original.number)),
    }
    originals.set(original.number, page)
    document.set(number, writtenPage(assembly, destinations, page, placed, source))
  }
  for (const number of assembly.annotations) assembly.removed.delete(number)
}

function writtenPage(
  assembly: Assembly,
  destinations: Destinations,
  page: PdfDict,
  { rotation, copies }: PlacedPage,
  source: SourceDocument,
): PdfDict {
  const { document } = assembly
  const { '/AA': triggers, '/Annots': annotations, '/Rotate': rotate, ...rest } = page
  const written: PdfDict = { ...rest, '/Type': '/Page' }
  for (const key of partOfDocument) delete written[key]
  // Private data of programs can hold whole documents.
  if (!source.isWhole) delete written['/PieceInfo']
  if (copies !== undefined) delete written['/B']
  const keptTriggers = keepTriggers({ document, destinations }, triggers, source)
  if (keptTriggers !== undefined) written['/AA'] = keptTriggers
  const turned = rotationOf((Number(document.resolve(rotate)) || 0) + rotation)
  if (turned !== 0) written['/Rotate'] = turned
  const kept = keepAnnotations(assembly, destinations, annotations, source)
  if (copies === undefined) for (const annotation of kept) assembly.annotations.add(annotation)
  const onPage = copies === undefined ? kept : copyAnnotations(assembly, kept, copies)
  if (onPage.length > 0) written['/Annots'] = onPage.map(referenceTo)
  return written
}

function markRemovedAnnotations({ document, removed }: Assembly, { pages }: SourceDocument): void {
  for (const { number } of pages) {
    if (!removed.has(number)) continue
    const page = document.dictionary(referenceTo(number))
    for (const entry of [...document.array(page?.['/Annots']), ...document.array(page?.['/B'])]) {
      const entryNumber = referencedNumber(entry)
      if (entryNumber !== undefined) removed.add(entryNumber)
    }
  }
}

/** Object numbers; links to removed pages are left out. */
function keepAnnotations(
  { document, removed }: Assembly,
  destinations: Destinations,
  value: PdfValue | undefined,
  source: SourceDocument,
): number[] {
  return document.array(value).flatMap(entry => {
    const number = referencedNumber(isDictionary(entry) ? document.add(entry) : entry)
    const annotation = number === undefined ? undefined : document.dictionary(referenceTo(number))
    if (number === undefined || annotation === undefined) return []
    const kept = keepTargets({ document, destinations }, annotation, source)
    if (kept === annotation) return [number]
    const isTargetRemoved = annotation['/Subtype'] === '/Link' && !('/Dest' in kept) && !('/A' in kept)
    if (isTargetRemoved) {
      removed.add(number)
      return []
    }
    document.set(number, kept)
    return [number]
  })
}

function copyAnnotations(
  { document }: Assembly,
  annotations: readonly number[],
  { pages, annotations: copied }: PageCopies,
): number[] {
  for (const number of annotations) copied.set(number, newObject(document))
  const copyOf = (number: number) => copied.get(number) ?? pages.get(number)
  return annotations.map(number => {
    const copy = copied.get(number) ?? 0
    document.set(copy, replaceReferences(document.dictionary(referenceTo(number)) ?? {}, copyOf))
    return copy
  })
}

function replaceReferences(value: PdfValue, copyOf: (number: number) => number | undefined): PdfValue {
  if (Array.isArray(value)) return value.map(each => replaceReferences(each, copyOf))
  if (isDictionary(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, replaceReferences(each, copyOf)]),
    )
  const number = referencedNumber(value)
  const copy = number === undefined ? undefined : copyOf(number)
  return copy === undefined ? value : referenceTo(copy)
}

const a4: PdfDict = { '/MediaBox': [0, 0, 595.28, 841.89] }

/** As large as the page before it, or else the page after it. */
function emptyPage({ document, pages }: Assembly, position: number): PdfDict {
  const hasSize = ({ source }: PlacedPage) => source !== undefined
  const neighbor = pages.slice(0, position).findLast(hasSize) ?? pages.slice(position + 1).find(hasSize)
  const original = neighbor?.source?.pages[neighbor.index]
  const page = { ...original?.inherited, ...(original && document.dictionary(referenceTo(original.number))) }
  const box = document.array(page['/CropBox'] ?? page['/MediaBox'])
  const written = neighbor && document.dictionary(referenceTo(neighbor.number))
  const turned = written?.['/Rotate'] ?? page['/Rotate']
  return {
    '/Type': '/Page',
    '/Resources': {},
    ...(box.length === 4 ? { '/MediaBox': box } : a4),
    ...(turned !== undefined && { '/Rotate': turned }),
  }
}
