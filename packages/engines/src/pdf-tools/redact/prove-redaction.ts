/** Reads a redacted file again in several ways, and counts what is left of the words. */
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { openForRendering } from '../../pdf/render/render-page.ts'
import { type Operand, readOperations } from '../content-tokens.ts'
import type { PdfJob } from '../job.ts'
import { runQpdf } from '../qpdf/run-qpdf.ts'
import { mapsToWord } from './clean-character-map.ts'
import { technicalMatches } from './clean-document.ts'
import { countWords, fontTextRegions, isColorProfile, profileTextRegions } from './mask-binary-texts.ts'
import { annotationTexts } from './prove-annotations.ts'
import { namesIn, readExpandedObjects } from './read-expanded-objects.ts'
import { nameHoldsWord } from './rename-names.ts'
import { comparable, createSearch, readings, type TextSearch } from './search-text.ts'

export interface ProofSearch {
  readonly where: string
  /** Texts searched: pages, strings or streams. */
  readonly searched: number
  readonly hits: number
}

export interface TextProof {
  readonly searches: readonly ProofSearch[]
  /** Pages whose text still has a word, from 1. */
  readonly pages: ReadonlySet<number>
}

export async function provePages(
  pdf: Buffer,
  document: PDFDocumentProxy,
  job: PdfJob,
  search: TextSearch,
): Promise<TextProof> {
  const pages = new Set<number>()
  const searches = [
    await provePagesBy('text of every page, by PDFium', pdfiumTexts(pdf, job), search, pages),
    await provePagesBy('text of every page, by pdf.js', pdfjsTexts(document), search, pages),
    await proveAnnotations(document, search),
  ]
  return { searches, pages }
}

async function provePagesBy(
  where: string,
  texts: AsyncIterable<string>,
  search: TextSearch,
  pages: Set<number>,
): Promise<ProofSearch> {
  let [searched, hits] = [0, 0]
  for await (const text of texts) {
    searched++
    const found = search(readText(text)).length
    if (found > 0) pages.add(searched)
    hits += found
  }
  return { where, searched, hits }
}

/** Readers have their own ends of lines and hyphens. */
function readText(text: string): string {
  return comparable(text.replaceAll(/\r\n?/g, '\n').replaceAll('\u0002', '-'))
}

async function* pdfiumTexts(pdf: Buffer, { maxPages, maxPixels }: PdfJob): AsyncGenerator<string> {
  const document = await openForRendering(pdf, { maxPages, maxPixels })
  try {
    for (const page of document.pages()) yield page.getText()
  } finally {
    document.destroy()
  }
}

async function* pdfjsTexts(document: PDFDocumentProxy): AsyncGenerator<string> {
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    yield items.map(item => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')
    page.cleanup()
  }
}

/** Each text by itself: values of neighboring fields are no phrase. */
async function proveAnnotations(document: PDFDocumentProxy, search: TextSearch): Promise<ProofSearch> {
  let hits = 0
  for (let number = 1; number <= document.numPages; number++)
    for (const text of await annotationTexts(await document.getPage(number)))
      hits += search(readText(text)).length
  return { where: 'comments and form fields, by pdf.js', searched: document.numPages, hits }
}

/**
 * Every string, every name that is not one of PDF itself, every stream and the texts of fonts and color profiles, decoded by qpdf,
 * as plain bytes, UTF-8 and UTF-16, also in hexadecimal and with the escapes of addresses, scripts and XML.
 */
export async function proveFile(expandedPath: string, search: TextSearch): Promise<ProofSearch[]> {
  const counters: FileCounters = {
    strings: new HitCounter(search),
    names: new HitCounter(search),
    streams: new HitCounter(search),
    binary: new HitCounter(search),
  }
  for await (const { strings, technical, names, content, isFont } of readExpandedObjects(expandedPath)) {
    for (const text of strings) counters.strings.add(text)
    for (const text of technical) counters.strings.addTechnical(text)
    for (const name of names) counters.names.addName(name)
    if (content === undefined) continue
    if (isFont) counters.binary.addBinary(content, fontTextRegions)
    else proveStream(content, counters)
  }
  return [
    counters.strings.result('strings of all objects'),
    counters.names.result('names of all objects and content streams'),
    counters.streams.result('decoded streams'),
    counters.binary.result('names in font programs, descriptions of color profiles'),
  ]
}

type FileCounters = Readonly<Record<'strings' | 'names' | 'streams' | 'binary', HitCounter>>

/** Text that an area removed, and where else it still is. */
export interface TextCopy {
  readonly text: string
  /** From 1. */
  readonly pages: readonly number[]
  /** Bookmarks, comments, fields and the like. */
  readonly strings: number
}

const maxCopiedTexts = 500
const [minCopiedLength, maxCopiedLength] = [4, 200]

export async function findCopies(
  lines: readonly string[],
  pdf: Buffer,
  expandedPath: string,
  job: PdfJob,
): Promise<TextCopy[]> {
  const names = lines
    .flatMap(line => line.split(/[^\p{L}\p{N}]+/u))
    .filter(word => /\p{Lu}|\p{N}/u.test(word))
  const texts = [...new Set([...lines, ...names])]
    .filter(text => text.replaceAll(/[^\p{L}\p{N}]/gu, '').length >= minCopiedLength)
    .filter(text => text.length <= maxCopiedLength)
    .slice(0, maxCopiedTexts)
  if (texts.length === 0) return []
  const search = createSearch({
    words: texts,
    patterns: [],
    matchCase: false,
    wholeWords: true,
  })
  const copies = new Map(texts.map(text => [text, { pages: new Set<number>(), strings: 0 }]))
  let number = 0
  for await (const text of pdfiumTexts(pdf, job)) {
    number++
    for (const { term } of search(readText(text))) copies.get(term)?.pages.add(number)
  }
  for await (const { strings } of readExpandedObjects(expandedPath))
    for (const bytes of strings)
      for (const term of new Set(readings(bytes).flatMap(text => search(text).map(match => match.term)))) {
        const copy = copies.get(term)
        if (copy !== undefined) copy.strings++
      }
  return [...copies].flatMap(([text, { pages, strings }]) =>
    pages.size + strings > 0 ? [{ text, pages: [...pages], strings }] : [],
  )
}

export async function expandFile(pdfPath: string, expandedPath: string): Promise<void> {
  await runQpdf([pdfPath, '--qdf', '--object-streams=disable', '--decode-level=specialized', expandedPath])
}

class HitCounter {
  #searched = 0
  #hits = 0
  readonly #search: TextSearch

  constructor(search: TextSearch) {
    this.#search = search
  }

  add(bytes: string, minLength = 1): void {
    this.#searched++
    const counts = readings(bytes).map(
      text => this.#search(text).filter(({ start, end }) => end - start >= minLength).length,
    )
    this.#hits += Math.max(0, ...counts)
  }

  addShown(operator: string, operands: readonly Operand[]): void {
    const shown = operator === 'TJ' ? spacedStrings(operands) : allStrings(operands).join('')
    if (shown !== '') this.add(shown, showing.has(operator) ? minShownLength : 1)
  }

  addTechnical(text: string): void {
    this.#searched++
    this.#hits += technicalMatches(text, this.#search).length
  }

  addName(name: string): void {
    this.#searched++
    if (nameHoldsWord(name, this.#search)) this.#hits++
  }

  addBinary(text: string, regionsOf: typeof fontTextRegions): void {
    const bytes = Buffer.from(text, 'latin1')
    this.#searched++
    this.#hits += countWords(bytes, regionsOf(bytes), this.#search)
  }

  /** A character map. */
  addMapped(bytes: string): void {
    this.#searched++
    if (mapsToWord(bytes, this.#search)) this.#hits++
  }

  result(where: string): ProofSearch {
    return { where, searched: this.#searched, hits: this.#hits }
  }
}

const contentOperators: ReadonlySet<string> = new Set(
  'b B b* B* BDC BMC BT BX c cm CS cs d d0 d1 Do DP EMC ET EX f F f* G g gs h i j J K k l m M MP n q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \' "'.split(
    ' ',
  ),
)

const showing: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"'])
/** Shown strings are numbers of glyphs in many fonts; short words occur there by chance, and two readers read them. */
const minShownLength = 4

function proveStream(text: string, { names, streams, binary }: FileCounters): void {
  if (isColorProfile(Buffer.from(text.slice(0, 40), 'latin1'))) {
    binary.addBinary(text, profileTextRegions)
    return
  }
  const operations = [...readOperations(text)]
  const known = operations.filter(({ operator }) => contentOperators.has(operator)).length
  const isMap = text.includes('begincmap')
  if (!isMap && operations.length > 0 && known / operations.length < 0.8) {
    streams.add(isBinary(text) ? printableRuns(text) : text)
    return
  }
  let last = 0
  for (const { operator, operands, start, end } of operations) {
    const between = text.slice(last, start)
    last = end
    if (between.includes('%')) streams.add(between)
    for (const name of namesIn(operands)) names.addName(name)
    if (isMap) for (const bytes of allStrings(operands)) streams.addMapped(bytes)
    else streams.addShown(operator, operands)
  }
  const rest = text.slice(last).trim()
  if (rest !== '') streams.add(rest)
}

/** Short words occur by chance in tables of glyphs and the like. */
function isBinary(text: string): boolean {
  const zeros = text.split('\0').length - 1
  const isWide = zeros > 0.3 * text.length && zeros < 0.6 * text.length
  return !isWide && text.replaceAll(/[^\p{Cc}]|\s/gu, '').length > 0.05 * text.length
}

function printableRuns(text: string): string {
  return (text.match(/[^\p{Cc}]{6,}/gu) ?? []).join('\n')
}

function allStrings(operands: readonly Operand[]): string[] {
  return operands.flatMap(operand => {
    if (operand.kind === 'string') return [operand.bytes]
    if (operand.kind === 'array') return allStrings(operand.items)
    return operand.kind === 'dict' ? allStrings(operand.entries.map(([, value]) => value)) : []
  })
}

/** A number of TJ that separates words, in thousandths of the font size, unless the letters beside it are spaced alike. */
const [wordGap, widerFactor] = [50, 1.6]

/** The strings of TJ belong together: it kerns words and spaces letters; only wider gaps are between words. */
function spacedStrings(operands: readonly Operand[]): string {
  const items = operands.flatMap(operand => (operand.kind === 'array' ? operand.items : [operand]))
  const bytes: string[] = []
  /** Before each byte. */
  const gaps: number[] = []
  let gap = 0
  for (const item of items) {
    if (item.kind === 'number') gap = Math.max(0, gap - item.value)
    if (item.kind !== 'string') continue
    for (const byte of item.bytes) {
      bytes.push(byte)
      gaps.push(gap)
      gap = 0
    }
  }
  return bytes
    .map((byte, index) => {
      const before = index > 1 ? gaps[index - 1] : undefined
      const beside = [before, gaps[index + 1]].filter(width => width !== undefined)
      const isWord =
        (gaps[index] ?? 0) > wordGap + widerFactor * Math.min(...(beside.length > 0 ? beside : [0]))
      return isWord ? ` ${byte}` : byte
    })
    .join('')
}
