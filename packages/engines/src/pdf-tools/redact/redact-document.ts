/** Redacts one PDF: finds the marks of every page, rewrites what they cover, cleans the rest, and proves the result. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { openWithPdfJs } from '../../pdf/read/open-document.ts'
import { JobFailure } from '../../process/job-failure.ts'
import type { PdfJob } from '../job.ts'
import { annotationCounts } from './prove-annotations.ts'
import {
  expandFile,
  findCopies,
  type ProofSearch,
  proveFile,
  provePages,
  type TextCopy,
} from './prove-redaction.ts'
import { redactOnce } from './redact-once.ts'
import type { PageRedactor, RedactedPage } from './redact-page.ts'
import type { RedactedOnce, RedactionReport, RedactRequest } from './redact-pages.ts'
import { createSearch } from './search-text.ts'

export interface RedactedDocument {
  readonly path: string
  readonly report: RedactionReport
  readonly notes: readonly string[]
}

/** Objects that cannot be read are reported with plain errors. */
export async function redactDocument(request: RedactRequest): Promise<RedactedDocument> {
  try {
    return await redactAndProve(request)
  } catch (error) {
    const isPlain = error instanceof Error && error.constructor === Error && !('syscall' in error)
    throw isPlain ? new JobFailure('file-damaged', {}, { cause: error }) : error
  }
}

async function redactAndProve(request: RedactRequest): Promise<RedactedDocument> {
  const { options } = request
  const search = createSearch(options)
  if (search(options.label).length > 0)
    throw new JobFailure('invalid-request', { reason: 'The label must not contain a word to redact.' })
  const first = await redactOnce(request, new Set())
  const { proof, pages, wordPages } = await prove(request, first)
  if (isProven(proof)) return finish(request, first, proof)
  if (pages.size === 0) throw notProven(proof)
  // Another reader joins or separates letters in another way: those pages become images, with more marks.
  const second = await redactOnce(request, pages)
  const { proof: proofOfSecond } = await prove(request, second)
  const areFound = [...wordPages].every(page => wordsOn(second, page) > wordsOn(first, page))
  if (!isProven(proofOfSecond) || !areFound) throw notProven(proof)
  return finish(request, second, proofOfSecond)
}

/** The file was expanded for its proof. */
async function finish(
  { job, options, findsCopies }: RedactRequest,
  redacted: RedactedOnce,
  proof: readonly ProofSearch[],
): Promise<RedactedDocument> {
  const lines = redacted.pages.flatMap(({ areaLines }) => areaLines)
  const copies =
    findsCopies && lines.length > 0
      ? await findCopies(lines, await readFile(redacted.textPath), expandedPathOf(job), job)
      : []
  return {
    path: redacted.path,
    report: { ...redacted.report, proof, copies },
    notes: notesOf(redacted, copies, searchesText(options)),
  }
}

function expandedPathOf({ outFolder }: PdfJob): string {
  return join(outFolder, 'expanded.pdf')
}

function searchesText({ words, patterns }: RedactRequest['options']): boolean {
  return words.length + patterns.length > 0
}

function isProven(proof: readonly ProofSearch[]): boolean {
  return proof.every(({ hits }) => hits === 0)
}

function wordsOn({ pages }: RedactedOnce, page: number): number {
  return Object.values(pages[page - 1]?.redaction.words ?? {}).reduce((sum, count) => sum + count, 0)
}

function notProven(proof: readonly ProofSearch[]): JobFailure {
  const places = proof.flatMap(({ where, hits }) => (hits > 0 ? [`${where}: ${hits}`] : [])).join('; ')
  const reason = `The result still has some of the words (${places}), so it is not delivered.`
  return new JobFailure('invalid-request', { reason })
}

async function prove(
  { job, options, progress }: RedactRequest,
  { path, textPath, pages, redactor }: RedactedOnce,
): Promise<{
  readonly proof: ProofSearch[]
  readonly pages: ReadonlySet<number>
  /** Of these, the pages whose text has a word. */
  readonly wordPages: ReadonlySet<number>
}> {
  const search = createSearch(options)
  const pdf = await readFile(textPath)
  const document: PDFDocumentProxy = await openWithPdfJs(Uint8Array.from(pdf), job)
  try {
    await expandFile(path, expandedPathOf(job))
    // Without words, a search of them proves nothing.
    const texts = searchesText(options)
      ? await provePages(pdf, document, job, search)
      : { searches: [], pages: new Set<number>() }
    progress(80)
    const file = searchesText(options) ? await proveFile(expandedPathOf(job), search) : []
    progress(90)
    const areas = await proveAreas(document, pages)
    const removals = await proveRemovals(document, options, redactor)
    return {
      proof: [...texts.searches, ...file, ...areas.searches, ...removals],
      pages: new Set([...texts.pages, ...areas.pages]),
      wordPages: texts.pages,
    }
  } finally {
    await document.loadingTask.destroy()
  }
}

/** No character, comment or field of the pages is under an area. */
async function proveAreas(
  document: PDFDocumentProxy,
  pages: readonly RedactedPage[],
): Promise<{ readonly searches: ProofSearch[]; readonly pages: ReadonlySet<number> }> {
  const found = new Set<number>()
  let [characters, annotations, searched] = [0, 0, 0]
  for (const [index, { leftUnder }] of pages.entries()) {
    if (leftUnder === undefined) continue
    searched++
    const page = await document.getPage(index + 1)
    const left = await leftUnder(page)
    page.cleanup()
    if (left.characters > 0) found.add(index + 1)
    characters += left.characters
    annotations += left.annotations
  }
  if (searched === 0) return { searches: [], pages: found }
  return {
    searches: [
      { where: 'characters under the boxes', searched, hits: characters },
      { where: 'comments and form fields under the boxes', searched, hits: annotations },
    ],
    pages: found,
  }
}

/** What the options remove everywhere. */
async function proveRemovals(
  document: PDFDocumentProxy,
  options: RedactRequest['options'],
  redactor: PageRedactor,
): Promise<ProofSearch[]> {
  const { removeHiddenLayers, removeComments, removeFieldValues } = options
  if (!removeHiddenLayers && !removeComments && !removeFieldValues) return []
  let [hidden, comments, values] = [0, 0, 0]
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    if (removeHiddenLayers) hidden += await redactor.hiddenOn(page)
    const left = await annotationCounts(page)
    comments += left.comments
    values += left.values
    page.cleanup()
  }
  const searched = document.numPages
  return [
    ...(removeHiddenLayers ? [{ where: 'content of hidden layers', searched, hits: hidden }] : []),
    ...(removeComments ? [{ where: 'comments', searched, hits: comments }] : []),
    ...(removeFieldValues ? [{ where: 'values of form fields', searched, hits: values }] : []),
  ]
}

function listOfPages(numbers: readonly number[]): string {
  return `${numbers.length === 1 ? 'page' : 'pages'} ${numbers.slice(0, 20).join(', ')}${numbers.length > 20 ? ' and more' : ''}`
}

/** The texts themselves are only in the report. */
function noteOfCopies(copies: readonly TextCopy[]): string[] {
  if (copies.length === 0) return []
  const pages = [...new Set(copies.flatMap(copy => copy.pages))].sort((one, other) => one - other)
  const places = [
    ...(pages.length > 0 ? [`on ${listOfPages(pages)}`] : []),
    ...(copies.some(({ strings }) => strings > 0) ? ['in bookmarks, comments, fields or other texts'] : []),
  ]
  return [`Text of the areas is still elsewhere: ${places.join(', and ')}. The report lists it.`]
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function notesOf(redacted: RedactedOnce, copies: readonly TextCopy[], isSearched: boolean): string[] {
  const { report, pages } = redacted
  const numbers = (isListed: (page: RedactedPage) => boolean) =>
    pages.flatMap((page, index) => (isListed(page) ? [index + 1] : []))
  const list = (pageNumbers: readonly number[]) => listOfPages(pageNumbers).replace('p', 'P')
  const images = numbers(({ redaction }) => redaction.isImage)
  const scans = numbers(({ hasUnreadText }) => hasUnreadText)
  const found = pages.reduce((total, _, index) => total + wordsOn(redacted, index + 1), 0)
  const areas = pages.reduce((total, { redaction }) => total + redaction.areas, 0)
  const { hiddenLayers, fieldValues } = report.document
  const what = [
    ...(found > 0 || areas === 0 ? [counted(found, 'text')] : []),
    ...(areas > 0 ? [counted(areas, 'area')] : []),
  ].join(' and ')
  const proof = [
    ...(areas > 0 ? [`no text, comment or field is left under ${areas === 1 ? 'it' : 'them'}`] : []),
    ...(isSearched ? ['a search of the whole result found nothing left'] : []),
  ].join(', and ')
  return [
    ...(proof === '' ? [] : [`${what} on ${counted(report.removed.length, 'page')} removed; ${proof}.`]),
    ...(hiddenLayers > 0 ? [`${counted(hiddenLayers, 'hidden layer')} removed.`] : []),
    ...(fieldValues > 0 ? [`${counted(fieldValues, 'form field')} emptied.`] : []),
    ...noteOfCopies(copies),
    ...(images.length > 0
      ? [`${list(images)}: replaced by an image, because its content could not be rewritten with certainty.`]
      : []),
    ...(scans.length > 0
      ? [
          `${list(scans)}: has images without text or text without character codes; words in them cannot be found. Please mark areas there.`,
        ]
      : []),
    ...(report.document.attachments > 0 ? ['Attachments were removed.'] : []),
    ...(report.document.patternTexts > 0 ? ['Text in fill patterns and in drawn glyphs was removed.'] : []),
    ...(report.document.names > 0
      ? ['Names of fonts, colors or other objects had the words, and were replaced.']
      : []),
    ...(report.document.signatures > 0
      ? ['Digital signatures were removed: they are not valid for the result.']
      : []),
    ...(['ActualText', 'Alt'].some(key => key in report.document.texts)
      ? [
          'Alternative texts of drawings or images had the words. Please check what these show, and mark areas there.',
        ]
      : []),
    'Document properties (title, author, dates) were removed.',
  ]
}
