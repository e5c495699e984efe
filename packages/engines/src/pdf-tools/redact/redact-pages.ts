/** Redacts the pages of one normalized PDF in memory and cleans the rest of it. */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { redactPdf } from '@filesmith/contract/operations/pdf/redact-pdf'
import type { z } from 'zod'
import { openWithPdfJs } from '../../pdf/read/open-document.ts'
import { JobFailure } from '../../process/job-failure.ts'
import type { PdfJob } from '../job.ts'
import { writeAnnotationTexts } from './annotation-texts.ts'
import { cleanAnnotations, dropUnseenAppearances, emptyFields, isComment } from './clean-annotations.ts'
import { type CleanedDocument, cleanDocument, dropSignatures } from './clean-document.ts'
import { cleanStructure } from './clean-structure.ts'
import { EditedDocument } from './edited-document.ts'
import { HiddenLayers } from './hidden-layers.ts'
import { largeImages } from './images-aside.ts'
import type { ProofSearch, TextCopy } from './prove-redaction.ts'
import { pruneGlyphs, pruneResources } from './prune-resources.ts'
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

export interface RedactedOnce {
  readonly path: string
  /** The same file, of a large one without the bytes of its images, which have no text. */
  readonly textPath: string
  readonly report: Omit<RedactionReport, 'proof' | 'copies'>
  readonly pages: readonly RedactedPage[]
  readonly redactor: PageRedactor
}

/** Objects in the result as they are here. */
const resultArgs = ['--object-streams=generate', '--recompress-flate', '--compress-streams=y']
const none: ReadonlySet<number> = new Set()

export async function redactPages(
  { job, options, progress }: RedactRequest,
  rasterPages: ReadonlySet<number>,
  plainPath: string,
  /** Numbers of the images that are read although they are large. */
  heldImages: ReadonlySet<number> | 'all',
): Promise<{
  readonly redacted: RedactedOnce
  /** Images without which the result is not complete. */
  readonly needed: ReadonlySet<number>
}> {
  const streamFolder = join(job.outFolder, 'streams')
  const document = await EditedDocument.open(plainPath, streamFolder)
  const { pages } = document
  const aside = heldImages === 'all' ? none : largeImages(document)
  const isLight = heldImages !== 'all'
  const readAside = new Set([...aside].filter(number => !isLight || !heldImages.has(number)))
  const outside = options.areas.find(({ page }) => page > pages.length)
  if (outside !== undefined)
    throw new JobFailure('invalid-request', {
      reason: `There is no page ${outside.page}; the document has ${pages.length}.`,
    })
  const signatures = dropSignatures(document)
  const search = createSearch(options)
  const wideSearch = createSearch({ ...options, wholeWords: false })
  const sourcePath = join(job.outFolder, isLight ? 'light.pdf' : 'shown.pdf')
  const probe = await writeAnnotationTexts(document, sourcePath, readAside)
  const source = await openWithPdfJs(Uint8Array.from(await readFile(sourcePath)), job)
  const layers = new HiddenLayers(document, document.catalog)
  const hiddenLayers = options.removeHiddenLayers && layers.isUsed ? layers : undefined
  const fieldValues = options.removeFieldValues ? emptyFields(document) : 0
  const redactor = new PageRedactor({
    document,
    source,
    search,
    wideSearch,
    options,
    hiddenLayers,
    aside: readAside,
    job,
  })
  const removed: RedactedPage[] = []
  try {
    const texts = await probe.search(source, search)
    await redactor.prepare()
    for (const [index, node] of pages.entries()) {
      const page = await redactor.redact(node, index + 1, rasterPages.has(index + 1))
      const annotations = cleanAnnotations(document, node, {
        marks: page.marks.filter(({ isHidden }) => isHidden !== true),
        search,
        showsWord: annotation => texts.has(annotation),
        isUnwanted: annotation =>
          (options.removeComments && isComment(document, annotation)) ||
          hiddenLayers?.has(document.dictionary(annotation['/OC'])) === true,
      })
      removed.push({ ...page, redaction: { ...page.redaction, annotations } })
      progress(5 + (60 * (index + 1)) / pages.length)
    }
    const alternativeTexts = cleanStructure(
      document,
      new Map(removed.map(({ touchedIds }, index) => [pages[index] ?? document.catalog, touchedIds])),
    )
    dropUnseenAppearances(document)
    hiddenLayers?.rename()
    const cleaned = cleanDocument(document, search)
    pruneResources(document)
    const path = join(job.outFolder, 'redacted.pdf')
    const textPath = isLight ? join(job.outFolder, 'text.pdf') : path
    // What is written without them is not delivered.
    if (redactor.neededImages.size === 0) {
      await redactor.drawPagesAsImages()
      pruneGlyphs(document)
      await document.write(path, none, resultArgs)
      if (isLight) await document.write(textPath, aside, resultArgs)
    }
    const changed = removed.flatMap(({ redaction }, index) =>
      isChanged(redaction) ? [{ page: index + 1, ...redaction }] : [],
    )
    const redacted = {
      path,
      textPath,
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
    await rm(streamFolder, { recursive: true })
  }
}

function isChanged({ words, characters, images, annotations, areas, isImage }: PageRedaction): boolean {
  return Object.keys(words).length + characters + images + annotations + areas > 0 || isImage
}
