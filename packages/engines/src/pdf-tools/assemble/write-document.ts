/** Writes one document of pages of several sources with the structure of all of them, and nothing of other pages. */
import { stat } from 'node:fs/promises'
import type { ListedPage } from '@filesmith/contract/pdf/page-list'
import { JobFailure } from '../../process/job-failure.ts'
import { PdfDocument, type PdfFile } from '../qpdf/pdf-document.ts'
import {
  isDictionary,
  type PdfDict,
  type PdfValue,
  referencedNumber,
  referenceTo,
} from '../qpdf/pdf-value.ts'
import { readTree, writeNameTree, writeNumberTree } from '../qpdf/trees.ts'
import { keepAction, keepTriggers } from './actions.ts'
import { type Assembly, type SourceDocument, unusedKey } from './assembly.ts'
import { type Destinations, readDestinations } from './destinations.ts'
import { keepForm } from './form-fields.ts'
import { keepLayers } from './layers.ts'
import { keepOutlines } from './outlines.ts'
import { type SourcePage, writePageTree } from './page-tree.ts'
import { planAssembly, writePages } from './place-pages.ts'
import { keepStructure } from './structure-tree.ts'
import { keepThreads } from './threads.ts'

export interface DocumentSource {
  /** As in the list of pages, from 1. */
  readonly file: number
  readonly name: string
  readonly opened: PdfFile
}

interface WrittenDocument {
  readonly resultPath: string
  /** For temporary files; must not exist. */
  readonly workFolder: string
  /** Read again, for which object streams are in the way. */
  readonly isIntermediate?: boolean
}

/** `sources` are those of the listed pages in their order. Returns notes. */
export async function writeDocument(
  sources: readonly DocumentSource[],
  listed: readonly ListedPage[],
  { resultPath, workFolder, isIntermediate = false }: WrittenDocument,
): Promise<readonly string[]> {
  const bySize = await largestFirst(sources)
  const document = new PdfDocument(bySize.map(({ opened }) => opened))
  const assembly = planAssembly(
    document,
    sources.map(source => ({ ...source, fileIndex: bySize.indexOf(source) })),
    listed,
  )
  // The file counts pages, but has none.
  if (listed.length > 0 && assembly.pages.length === 0) throw new JobFailure('file-damaged')
  const isShared = hasSharedResources(assembly)
  const trailer = buildDocument(assembly)
  const versions = sources.map(({ opened }) => opened.objects.pdfVersion).sort()
  await document.save(resultPath, {
    trailer,
    workFolder,
    args: [
      `--object-streams=${isIntermediate ? 'disable' : 'generate'}`,
      `--min-version=${versions.at(-1) ?? '1.4'}`,
      ...(isShared ? ['--pages', '.', '1-z', '--', '--remove-unreferenced-resources=yes'] : []),
    ],
  })
  return [...assembly.notes]
}

async function largestFirst(sources: readonly DocumentSource[]): Promise<DocumentSource[]> {
  const sized = await Promise.all(
    sources.map(async source => ({ source, bytes: (await stat(source.opened.path)).size })),
  )
  return sized.sort((a, b) => b.bytes - a.bytes).map(({ source }) => source)
}

/** Returns the trailer. */
function buildDocument(assembly: Assembly): PdfDict {
  const { document, pages, sources } = assembly
  const destinations = readDestinations(assembly)
  writePages(assembly, destinations)
  const threads = keepThreads(assembly)
  const form = keepForm(assembly)
  const structure = keepStructure(assembly)
  const outlines = keepOutlines(assembly, destinations)
  const labels = keepPageLabels(assembly)
  const names = keepNames(assembly, destinations)
  const pageTree = writePageTree(
    document,
    pages.map(({ number }) => number),
  )
  const visit = (number: number, body: string) => {
    structure.setParentKey(number, body)
    stripRemoved(assembly, number)
  }
  const used = document.walk(pageTree, visit)
  const layers = keepLayers(assembly, used)
  const catalog = document.add({
    '/Type': '/Catalog',
    ...firstSettings(assembly, destinations),
    '/Pages': pageTree,
    ...(outlines !== undefined && { '/Outlines': outlines }),
    ...(labels !== undefined && { '/PageLabels': labels }),
    ...(names !== undefined && { '/Names': names }),
    ...(form !== undefined && { '/AcroForm': form }),
    ...(threads.length > 0 && { '/Threads': threads }),
    ...(layers !== undefined && { '/OCProperties': layers }),
    ...structure.catalogEntries,
  })
  const info = sources[0]?.trailer['/Info']
  const trailer = { '/Root': catalog, ...(info !== undefined && { '/Info': info }) }
  document.walk(trailer, visit, used)
  return trailer
}

/** Removes references to objects that must not be in the result. */
function stripRemoved({ document, removed }: Assembly, number: number): void {
  const body = document.body(number) ?? ''
  const isAffected = Array.from(body.matchAll(/"(\d+) 0 R"/g)).some(([, each]) => removed.has(Number(each)))
  const value = isAffected ? document.object(number) : undefined
  if (value !== undefined)
    document.set(number, withoutRemoved(value.stream?.dict ?? value.value ?? null, removed))
}

function withoutRemoved(value: PdfValue, removed: ReadonlySet<number>): PdfValue {
  const isLeft = (each: PdfValue) => !removed.has(referencedNumber(each) ?? -1)
  if (Array.isArray(value)) return value.filter(isLeft).map(each => withoutRemoved(each, removed))
  if (isDictionary(value))
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, each]) => isLeft(each))
        .map(([key, each]) => [key, withoutRemoved(each, removed)]),
    )
  return isLeft(value) ? value : null
}

const settingKeys = [
  '/Version',
  '/Extensions',
  '/Lang',
  '/PageLayout',
  '/PageMode',
  '/ViewerPreferences',
  '/URI',
  '/Metadata',
  '/OutputIntents',
  '/Collection',
]

/** Viewer settings and metadata of the first source; attached files of all. */
function firstSettings(assembly: Assembly, destinations: Destinations): PdfDict {
  const { document, sources } = assembly
  const [first] = sources
  if (first === undefined) return {}
  const { catalog } = first
  const settings: PdfDict = {}
  for (const key of settingKeys) if (catalog[key] !== undefined) settings[key] = catalog[key]
  // A list of attached files that are not there.
  if (!hasFirstPage(assembly, first)) delete settings['/Collection']
  if (first.isWhole && catalog['/PieceInfo'] !== undefined) settings['/PieceInfo'] = catalog['/PieceInfo']
  const opening = catalog['/OpenAction']
  const opened =
    document.dictionary(opening) === undefined
      ? destinations.keep(opening, first)
      : keepAction({ document, destinations }, opening, first)
  if (opened !== undefined) settings['/OpenAction'] = opened
  const triggers = keepTriggers({ document, destinations }, catalog['/AA'], first)
  if (triggers !== undefined) settings['/AA'] = triggers
  const files = sources
    .filter(source => hasFirstPage(assembly, source))
    .flatMap(source => document.array(source.catalog['/AF']))
  if (files.length > 0) settings['/AF'] = files
  return settings
}

const maxNameLength = 60

/** Files that are attached to a whole document go with its first page: once, however it is split. */
function hasFirstPage({ pages }: Assembly, source: SourceDocument): boolean {
  return pages.some(page => page.source === source && page.index === 0)
}

/** Attached files, document scripts and media, beside the named destinations. */
function keepNames(assembly: Assembly, { names }: Destinations): PdfDict | undefined {
  const { document, sources } = assembly
  const trees: PdfDict = {}
  if (names.size > 0) trees['/Dests'] = writeNameTree(document, names)
  for (const tree of ['/EmbeddedFiles', '/JavaScript', '/Renditions', '/AP']) {
    const entries = new Map<string, PdfValue>()
    for (const source of sources) {
      const root = document.dictionary(source.catalog['/Names'])?.[tree]
      const found = readTree(document, root, '/Names')
      if (tree === '/EmbeddedFiles' && found.length > 0 && !hasFirstPage(assembly, source))
        assembly.notes.add(
          `Files attached to ${source.name.slice(0, maxNameLength)} are only in the document with its first page.`,
        )
      else
        for (const [key, value] of found)
          if (typeof key === 'string') entries.set(unusedKey(entries, key), value)
    }
    if (entries.size > 0) trees[tree] = writeNameTree(document, entries)
  }
  return Object.keys(trees).length === 0 ? undefined : trees
}

/** Page labels such as iv or A-3: every page keeps the label that it has in its source. */
interface LabelRange {
  /** Index of the first page. */
  readonly start: number
  readonly style: PdfDict
  readonly firstNumber: number
}

function keepPageLabels({ document, sources, pages }: Assembly): string | undefined {
  const ranges = new Map(sources.map(source => [source, readRanges({ document }, source)]))
  if (![...ranges.values()].some(each => each.length > 0)) return undefined
  const entries = new Map<number, PdfDict>()
  let previous: { readonly style: string; readonly number: number } | undefined
  for (const [position, { source, index }] of pages.entries()) {
    const range = source && ranges.get(source)?.findLast(({ start }) => start <= index)
    // A page without a label shows its position.
    const style = range?.style ?? { '/S': '/D' }
    const number = range ? range.firstNumber + index - range.start : position + 1
    const key = JSON.stringify(style)
    if (previous?.style !== key || previous.number + 1 !== number)
      entries.set(position, { ...style, ...(number !== 1 && { '/St': number }) })
    previous = { style: key, number }
  }
  return writeNumberTree(document, entries)
}

function readRanges({ document }: Pick<Assembly, 'document'>, { catalog }: SourceDocument): LabelRange[] {
  return readTree(document, catalog['/PageLabels'], '/Nums')
    .flatMap(([start, value]) => {
      const label = document.dictionary(value)
      if (typeof start !== 'number' || label === undefined) return []
      const { '/S': form, '/P': prefix, '/St': firstNumber } = label
      const style = {
        ...(form !== undefined && { '/S': form }),
        ...(prefix !== undefined && { '/P': prefix }),
      }
      return [{ start, style, firstNumber: typeof firstNumber === 'number' ? firstNumber : 1 }]
    })
    .sort((a, b) => a.start - b.start)
}

/* Finds resources, such as a list of images, that pages of the result share with removed pages. */

/** Such a list leads to the images of removed pages, until qpdf leaves out what the pages do not use. */
function hasSharedResources({ document, sources, removed }: Assembly): boolean {
  return sources.some(({ pages, isWhole }) => {
    if (isWhole) return false
    const ofRemoved = new Set<PdfValue>()
    const ofKept = new Set<PdfValue>()
    for (const page of pages)
      for (const list of resourceLists({ document }, page))
        (removed.has(page.number) ? ofRemoved : ofKept).add(list)
    return [...ofKept].some(list => ofRemoved.has(list))
  })
}

/** Inherited dictionaries, and references. */
function resourceLists(
  { document }: Pick<Assembly, 'document'>,
  { number, inherited }: SourcePage,
): PdfValue[] {
  const page = document.dictionary(referenceTo(number))
  const resources = page?.['/Resources'] ?? inherited['/Resources'] ?? null
  const lists = Object.values(document.dictionary(resources) ?? {}).filter(list => typeof list === 'string')
  return [...(resources === null ? [] : [resources]), ...lists]
}
