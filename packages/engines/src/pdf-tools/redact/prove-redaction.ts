/** Reads a redacted file again in several ways, and counts what is left of the words. */
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { openForRendering } from '../../pdf/render/render-page.ts'
import { type Operand, readOperations } from '../content-tokens.ts'
import type { PdfJob } from '../job.ts'
import { runQpdf } from '../qpdf/run-qpdf.ts'
import { utf16 } from './clean-document.ts'
import { annotationTexts } from './prove-annotations.ts'
import { readExpandedObjects } from './read-expanded-objects.ts'
import { comparable, createSearch, percentDecoded, type TextSearch } from './search-text.ts'

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

/** Every string and every stream, decoded by qpdf, as plain bytes, UTF-8 and UTF-16, also in hexadecimal. */
export async function proveFile(expandedPath: string, search: TextSearch): Promise<ProofSearch[]> {
  const [strings, streams] = [new HitCounter(search), new HitCounter(search)]
  for await (const { strings: found, content } of readExpandedObjects(expandedPath)) {
    for (const text of found) strings.add(text)
    if (content !== undefined) proveStream(content, streams)
  }
  return [strings.result('strings of all objects'), streams.result('decoded streams')]
}

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
    this.#hits += Math.max(...counts)
  }

  result(where: string): ProofSearch {
    return { where, searched: this.#searched, hits: this.#hits }
  }
}

/** Ways to read bytes as text. */
function readings(bytes: string): string[] {
  const buffer = Buffer.from(bytes, 'latin1')
  const texts = [bytes, buffer.toString('utf8'), utf16(bytes), buffer.toString('utf16le'), fromHex(bytes)]
  if (bytes.includes('%')) texts.push(percentDecoded(bytes))
  return texts.map(comparable)
}

function fromHex(bytes: string): string {
  const digits = bytes.replaceAll(/\s/g, '')
  return digits.length > 7 && /^[0-9a-f]+$/i.test(digits) ? Buffer.from(digits, 'hex').toString('latin1') : ''
}

const contentOperators: ReadonlySet<string> = new Set(
  'b B b* B* BDC BMC BT BX c cm CS cs d d0 d1 Do DP EMC ET EX f F f* G g gs h i j J K k l m M MP n q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \' "'.split(
    ' ',
  ),
)

const showing: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"'])
/** Shown strings are numbers of glyphs in many fonts; short words occur there by chance, and two readers read them. */
const minShownLength = 4

/** Operators and names of content streams and character maps are not text. */
function proveStream(text: string, counter: HitCounter): void {
  if (text.includes('begincmap') || text.slice(36, 40) === colorProfile) return
  const texts: { readonly text: string; readonly minLength: number }[] = []
  let [known, all, last] = [0, 0, 0]
  for (const { operator, operands, start, end } of readOperations(text)) {
    all++
    if (contentOperators.has(operator)) known++
    const comment = text.slice(last, start)
    if (comment.includes('%')) texts.push({ text: comment, minLength: 1 })
    texts.push({ text: stringsIn(operands), minLength: showing.has(operator) ? minShownLength : 1 })
    last = end
  }
  texts.push({ text: text.slice(last).trim(), minLength: 1 })
  if (all > 0 && known / all < 0.8) counter.add(isBinary(text) ? printableRuns(text) : text)
  else for (const { text: shown, minLength } of texts) if (shown !== '') counter.add(shown, minLength)
}

/** Signature of ICC profiles, which name their makers. */
const colorProfile = 'acsp'

/** Short words occur by chance in tables of glyphs and the like. */
function isBinary(text: string): boolean {
  const zeros = text.split('\0').length - 1
  const isWide = zeros > 0.3 * text.length && zeros < 0.6 * text.length
  return !isWide && text.replaceAll(/[^\p{Cc}]|\s/gu, '').length > 0.05 * text.length
}

function printableRuns(text: string): string {
  return (text.match(/[^\p{Cc}]{6,}/gu) ?? []).join('\n')
}

/** The strings of one operator belong together: TJ splits words. */
function stringsIn(operands: readonly Operand[]): string {
  return operands
    .map(operand => {
      if (operand.kind === 'string') return operand.bytes
      if (operand.kind === 'array') return stringsIn(operand.items)
      return operand.kind === 'dict' ? stringsIn(operand.entries.map(([, value]) => value)) : ''
    })
    .join('')
}
