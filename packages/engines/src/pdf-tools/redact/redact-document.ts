/** Redacts one PDF: finds the marks of every page, rewrites what they cover, cleans the rest, and proves the result. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { redactPdf } from '@filesmith/contract/operations/pdf/redact-pdf'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { z } from 'zod'
import { openWithPdfJs } from '../../pdf/read/open-document.ts'
import { JobFailure } from '../../process/job-failure.ts'
import type { PdfJob } from '../job.ts'
import { runQpdf } from '../qpdf/run-qpdf.ts'
import { readAnnotationTexts } from './annotation-texts.ts'
import { cleanAnnotations } from './clean-annotations.ts'
import { type CleanedDocument, cleanDocument } from './clean-document.ts'
import { cleanStructure } from './clean-structure.ts'
import { saveOptions } from './pdf-objects.ts'
import { type ProofSearch, proveFile, provePages } from './prove-redaction.ts'
import { pruneResources } from './prune-resources.ts'
import { type PageRedaction, PageRedactor, type RedactedPage } from './redact-page.ts'
import { createSearch } from './search-text.ts'

export interface RedactRequest {
  readonly job: PdfJob
  /** Not protected, and valid. */
  readonly path: string
  readonly options: z.output<typeof redactPdf.options>
  progress(percent: number): void
}

export interface RedactionReport {
  readonly pages: number
  readonly removed: readonly (PageRedaction & { readonly page: number })[]
  readonly document: CleanedDocument & { readonly alternativeTexts: number }
  readonly proof: readonly ProofSearch[]
}

export interface RedactedDocument {
  readonly path: string
  readonly report: RedactionReport
  readonly notes: readonly string[]
}

export async function redactDocument(request: RedactRequest): Promise<RedactedDocument> {
  const { options } = request
  const search = createSearch(options)
  if (search(options.label).length > 0)
    throw new JobFailure('invalid-request', { reason: 'The label must not contain a word to redact.' })
  const first = await redactOnce(request, new Set())
  const { proof, pages, wordPages } = await prove(request, first)
  if (isProven(proof)) return { path: first.path, report: { ...first.report, proof }, notes: notesOf(first) }
  if (pages.size === 0) throw notProven(proof)
  // Another reader joins or separates letters in another way: those pages become images, with more marks.
  const second = await redactOnce(request, pages)
  const proofOfSecond = (await prove(request, second)).proof
  const areFound = [...wordPages].every(page => wordsOn(second, page) > wordsOn(first, page))
  if (!isProven(proofOfSecond) || !areFound) throw notProven(proof)
  return { path: second.path, report: { ...second.report, proof: proofOfSecond }, notes: notesOf(second) }
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

interface RedactedOnce {
  readonly path: string
  readonly report: Omit<RedactionReport, 'proof'>
  readonly pages: readonly RedactedPage[]
}

const flattenedStreams = ['--object-streams=disable', '--recompress-flate', '--compression-level=1']

async function redactOnce(
  { job, path, options, progress }: RedactRequest,
  rasterPages: ReadonlySet<number>,
): Promise<RedactedOnce> {
  const plainPath = join(job.outFolder, 'plain.pdf')
  // Every stream that is not an image has one known filter, and every page has one content stream.
  await runQpdf([
    path,
    ...flattenedStreams,
    '--decode-level=specialized',
    '--coalesce-contents',
    '--externalize-inline-images',
    '--ii-min-bytes=0',
    plainPath,
  ])
  const document = await PDFDocument.load(await readFile(plainPath), { updateMetadata: false })
  const pages = document.getPages()
  const outside = options.areas.find(({ page }) => page > pages.length)
  if (outside !== undefined)
    throw new JobFailure('invalid-request', {
      reason: `There is no page ${outside.page}; the document has ${pages.length}.`,
    })
  const search = createSearch(options)
  const wideSearch = createSearch({ ...options, wholeWords: false })
  const probe = await readAnnotationTexts(document)
  const source = await openWithPdfJs(probe.bytes, job)
  const redactor = new PageRedactor({ document, source, search, wideSearch, options, job })
  const removed: RedactedPage[] = []
  try {
    const texts = await probe.search(source, search)
    await redactor.prepare()
    for (const [index, { node }] of pages.entries()) {
      const page = await redactor.redact(node, index + 1, rasterPages.has(index + 1))
      const annotations = cleanAnnotations(document, node, {
        marks: page.marks.filter(({ isHidden }) => isHidden !== true),
        search,
        showsWord: annotation => texts.has(annotation),
      })
      removed.push({ ...page, redaction: { ...page.redaction, annotations } })
      progress(5 + (60 * (index + 1)) / pages.length)
    }
    const alternativeTexts = cleanStructure(
      document,
      new Map(removed.map(({ touchedIds }, index) => [pages[index]?.node ?? document.catalog, touchedIds])),
    )
    const cleaned = cleanDocument(document, search)
    pruneResources(
      document.context,
      pages.map(({ node }) => node),
    )
    await redactor.drawPagesAsImages()
    const editedPath = join(job.outFolder, 'edited.pdf')
    await writeFile(editedPath, await document.save(saveOptions))
    const redactedPath = join(job.outFolder, 'redacted.pdf')
    await runQpdf([
      editedPath,
      '--object-streams=generate',
      '--recompress-flate',
      '--compress-streams=y',
      redactedPath,
    ])
    const changed = removed.flatMap(({ redaction }, index) =>
      isChanged(redaction) ? [{ page: index + 1, ...redaction }] : [],
    )
    return {
      path: redactedPath,
      report: { pages: pages.length, removed: changed, document: { ...cleaned, alternativeTexts } },
      pages: removed,
    }
  } finally {
    await source.loadingTask.destroy()
  }
}

function isChanged({ words, characters, images, annotations, areas, isImage }: PageRedaction): boolean {
  return Object.keys(words).length + characters + images + annotations + areas > 0 || isImage
}

async function prove(
  { job, options, progress }: RedactRequest,
  { path, pages }: RedactedOnce,
): Promise<{
  readonly proof: ProofSearch[]
  readonly pages: ReadonlySet<number>
  /** Of these, the pages whose text has a word. */
  readonly wordPages: ReadonlySet<number>
}> {
  const search = createSearch(options)
  const pdf = await readFile(path)
  const document: PDFDocumentProxy = await openWithPdfJs(Uint8Array.from(pdf), job)
  try {
    const texts = await provePages(pdf, document, job, search)
    progress(80)
    const file = await proveFile(path, join(job.outFolder, 'expanded.pdf'), search)
    progress(90)
    const areas = await proveAreas(document, pages)
    return {
      proof: [...texts.searches, ...file, areas.search],
      pages: new Set([...texts.pages, ...areas.pages]),
      wordPages: texts.pages,
    }
  } finally {
    await document.loadingTask.destroy()
  }
}

/** No character of the pages is under a mark. */
async function proveAreas(document: PDFDocumentProxy, pages: readonly RedactedPage[]) {
  const found = new Set<number>()
  let [hits, searched] = [0, 0]
  for (const [index, { marks, leftUnder }] of pages.entries()) {
    if (marks.length === 0) continue
    searched++
    const page = await document.getPage(index + 1)
    const left = await leftUnder(page)
    page.cleanup()
    if (left > 0) found.add(index + 1)
    hits += left
  }
  return { search: { where: 'characters under the boxes', searched, hits }, pages: found }
}

function notesOf(redacted: RedactedOnce): string[] {
  const { report, pages } = redacted
  const numbers = (isListed: (page: RedactedPage) => boolean) =>
    pages.flatMap((page, index) => (isListed(page) ? [index + 1] : []))
  const list = (pageNumbers: readonly number[]) =>
    `${pageNumbers.length === 1 ? 'Page' : 'Pages'} ${pageNumbers.slice(0, 20).join(', ')}${pageNumbers.length > 20 ? ' and more' : ''}`
  const images = numbers(({ redaction }) => redaction.isImage)
  const scans = numbers(({ hasUnreadText }) => hasUnreadText)
  const found = pages.reduce((total, _, index) => total + wordsOn(redacted, index + 1), 0)
  const areas = pages.reduce((total, { redaction }) => total + redaction.areas, 0)
  const texts = found === 1 ? '1 text' : `${found} texts`
  const marked = areas === 1 ? '1 area' : `${areas} areas`
  const what = [...(found > 0 || areas === 0 ? [texts] : []), ...(areas > 0 ? [marked] : [])].join(' and ')
  return [
    `${what} on ${report.removed.length === 1 ? '1 page' : `${report.removed.length} pages`} removed; a search of the whole result found nothing left.`,
    ...(images.length > 0
      ? [`${list(images)}: replaced by an image, because its content could not be rewritten with certainty.`]
      : []),
    ...(scans.length > 0
      ? [
          `${list(scans)}: has images without text or text without character codes; words in them cannot be found. Please mark areas there.`,
        ]
      : []),
    ...(report.document.attachments > 0 ? ['Attachments were removed.'] : []),
    ...(report.document.patternTexts > 0 ? ['Text in fill patterns was removed.'] : []),
    'Document properties (title, author, dates) were removed.',
  ]
}
