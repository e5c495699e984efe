/** Redacts one PDF: finds the marks of every page, rewrites what they cover, cleans the rest, and proves the result. */
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { bytesPerMegabyte } from '@filesmith/contract/bytes'
import type { redactPdf } from '@filesmith/contract/operations/pdf/redact-pdf'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { z } from 'zod'
import { openWithPdfJs } from '../../pdf/read/open-document.ts'
import { JobFailure } from '../../process/job-failure.ts'
import type { PdfJob } from '../job.ts'
import { runQpdf } from '../qpdf/run-qpdf.ts'
import { readAnnotationTexts } from './annotation-texts.ts'
import { cleanAnnotations, dropUnseenAppearances, emptyFields, isComment } from './clean-annotations.ts'
import { type CleanedDocument, cleanDocument, dropSignatures } from './clean-document.ts'
import { cleanStructure } from './clean-structure.ts'
import { HiddenLayers } from './hidden-layers.ts'
import { putImagesBack, setImagesAside } from './images-aside.ts'
import { dictEntry, saveOptions } from './pdf-objects.ts'
import { annotationCounts } from './prove-annotations.ts'
import {
  expandFile,
  findCopies,
  type ProofSearch,
  proveFile,
  provePages,
  type TextCopy,
} from './prove-redaction.ts'
import { pruneResources } from './prune-resources.ts'
import { type PageRedaction, PageRedactor, type RedactedPage } from './redact-page.ts'
import { createSearch } from './search-text.ts'

export interface RedactRequest {
  readonly job: PdfJob
  /** Not protected, and valid. */
  readonly path: string
  readonly options: z.output<typeof redactPdf.options>
  /** Text of the areas is searched in the rest of the result. */
  readonly findsCopies: boolean
  /** Of larger documents, images that nothing changes are not held in memory. Default: 32 MB. */
  readonly heldBytes?: number
  progress(percent: number): void
}

export interface RedactionReport {
  readonly pages: number
  readonly removed: readonly (PageRedaction & { readonly page: number })[]
  readonly document: CleanedDocument & {
    readonly alternativeTexts: number
    readonly signatures: number
    readonly fieldValues: number
    readonly hiddenLayers: number
  }
  readonly proof: readonly ProofSearch[]
  /** Text of the areas that is still elsewhere. */
  readonly copies: readonly TextCopy[]
}

export interface RedactedDocument {
  readonly path: string
  readonly report: RedactionReport
  readonly notes: readonly string[]
}

/** pdf-lib reports objects that it cannot read with plain errors. */
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

interface RedactedOnce {
  readonly path: string
  /** The same file, of a large one without the bytes of its images, which have no text. */
  readonly textPath: string
  readonly report: Omit<RedactionReport, 'proof' | 'copies'>
  readonly pages: readonly RedactedPage[]
  readonly redactor: PageRedactor
}

const defaultHeldBytes = 32 * bytesPerMegabyte

const flattenedStreams = ['--object-streams=disable', '--recompress-flate', '--compression-level=1']

async function redactOnce(request: RedactRequest, rasterPages: ReadonlySet<number>): Promise<RedactedOnce> {
  const { job, path, heldBytes = defaultHeldBytes } = request
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
  if ((await stat(plainPath)).size <= heldBytes) {
    const { redacted } = await redactPlain(request, rasterPages, { plainPath })
    return redacted
  }
  const lightPath = join(job.outFolder, 'light.pdf')
  const held = new Set<number>()
  // Which images the redaction changes is known after it; with these, it is repeated.
  for (;;) {
    await setImagesAside(plainPath, lightPath, held)
    const { redacted, needed } = await redactPlain(request, rasterPages, { plainPath, lightPath })
    if (needed.size > 0) for (const number of needed) held.add(number)
    else {
      await rm(plainPath)
      const textPath = join(job.outFolder, 'text.pdf')
      await setImagesAside(redacted.path, textPath, new Set())
      return { ...redacted, textPath }
    }
  }
}

interface PlainDocument {
  readonly plainPath: string
  /** Without the images that were set aside. */
  readonly lightPath?: string
}

async function redactPlain(
  { job, options, progress }: RedactRequest,
  rasterPages: ReadonlySet<number>,
  { plainPath, lightPath }: PlainDocument,
): Promise<{
  readonly redacted: RedactedOnce
  /** Images without which the result is not complete. */
  readonly needed: ReadonlySet<number>
}> {
  const document = await PDFDocument.load(await readFile(lightPath ?? plainPath), { updateMetadata: false })
  const pages = document.getPages()
  const outside = options.areas.find(({ page }) => page > pages.length)
  if (outside !== undefined)
    throw new JobFailure('invalid-request', {
      reason: `There is no page ${outside.page}; the document has ${pages.length}.`,
    })
  const signatures = dropSignatures(document)
  const search = createSearch(options)
  const wideSearch = createSearch({ ...options, wholeWords: false })
  const probe = await readAnnotationTexts(document)
  const source = await openWithPdfJs(probe.bytes, job)
  const layers = new HiddenLayers(document)
  const hiddenLayers = options.removeHiddenLayers && layers.isUsed ? layers : undefined
  const fieldValues = options.removeFieldValues ? emptyFields(document) : 0
  const redactor = new PageRedactor({ document, source, search, wideSearch, options, hiddenLayers, job })
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
        isUnwanted: annotation =>
          (options.removeComments && isComment(annotation)) ||
          hiddenLayers?.has(dictEntry(annotation, 'OC')) === true,
      })
      removed.push({ ...page, redaction: { ...page.redaction, annotations } })
      progress(5 + (60 * (index + 1)) / pages.length)
    }
    const alternativeTexts = cleanStructure(
      document,
      new Map(removed.map(({ touchedIds }, index) => [pages[index]?.node ?? document.catalog, touchedIds])),
    )
    dropUnseenAppearances(document)
    hiddenLayers?.rename()
    const cleaned = cleanDocument(document, search)
    pruneResources(
      document.context,
      pages.map(({ node }) => node),
    )
    const redactedPath = join(job.outFolder, 'redacted.pdf')
    // What is written without them is not delivered.
    if (redactor.neededImages.size === 0) {
      await redactor.drawPagesAsImages()
      const editedPath = join(job.outFolder, 'edited.pdf')
      await writeFile(editedPath, await document.save(saveOptions))
      const args = ['--object-streams=generate', '--recompress-flate', '--compress-streams=y']
      if (lightPath === undefined) await runQpdf([editedPath, ...args, redactedPath])
      else
        await putImagesBack({
          document,
          editedPath,
          sourcePath: plainPath,
          resultPath: redactedPath,
          args,
        })
    }
    const changed = removed.flatMap(({ redaction }, index) =>
      isChanged(redaction) ? [{ page: index + 1, ...redaction }] : [],
    )
    const redacted = {
      path: redactedPath,
      textPath: redactedPath,
      report: {
        pages: pages.length,
        removed: changed,
        document: {
          ...cleaned,
          alternativeTexts,
          signatures,
          fieldValues,
          hiddenLayers: hiddenLayers?.count ?? 0,
        },
      },
      pages: removed,
      redactor,
    }
    return { redacted, needed: redactor.neededImages }
  } finally {
    await source.loadingTask.destroy()
  }
}

function isChanged({ words, characters, images, annotations, areas, isImage }: PageRedaction): boolean {
  return Object.keys(words).length + characters + images + annotations + areas > 0 || isImage
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
