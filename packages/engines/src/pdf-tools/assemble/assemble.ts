/** Makes documents of the listed pages of the sources. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  isPageListError,
  type ListedPage,
  parsePageList,
  resolvePages,
} from '@filesmith/contract/pdf/page-list'
import { JobFailure } from '../../process/job-failure.ts'
import type { PdfJob } from '../job.ts'
import { runQpdf } from '../qpdf/run-qpdf.ts'
import { openSources, type PdfSource, repairWarnings } from './open-sources.ts'

export interface Assembled {
  /** Paths of PDFs without protection, in the order of the list. */
  readonly documents: readonly string[]
  readonly sources: readonly PdfSource[]
  /** Of each document. */
  readonly pages: readonly (readonly ListedPage[])[]
  readonly warnings: readonly string[]
}

export async function assemble(job: PdfJob, pages: string): Promise<Assembled> {
  const sources = await openSources(job)
  const warnings = repairWarnings(sources)
  const documents: string[] = []
  const listedPages = pagesOf(pages, sources)
  for (const [index, listed] of listedPages.entries())
    documents.push(await assembleDocument(job, sources, listed, index))
  return { documents, sources, pages: listedPages, warnings }
}

export interface AssembledOne extends Omit<Assembled, 'documents' | 'pages'> {
  readonly path: string
  readonly pages: readonly ListedPage[]
}

/** For tasks that make one document. */
export async function assembleOne(job: PdfJob, pages: string): Promise<AssembledOne> {
  const { documents, pages: listed, ...found } = await assemble(job, pages)
  const [path, ...others] = documents
  if (path === undefined || others.length > 0)
    throw new JobFailure('invalid-request', { reason: 'Please list the pages of one document, without ";".' })
  return { ...found, path, pages: listed[0] ?? [] }
}

/**
 * For tasks that replace objects: without object streams, because qpdf 11 reads those only when it needs another object of
 * them, and then drops what replaced the first.
 */
export async function assembleForEditing(job: PdfJob, pages: string): Promise<AssembledOne> {
  const assembled = await assembleOne(job, pages)
  const path = join(job.outFolder, 'plain.pdf')
  await runQpdf([assembled.path, '--object-streams=disable', '--stream-data=preserve', path])
  return { ...assembled, path }
}

function pagesOf(text: string, sources: readonly PdfSource[]): ListedPage[][] {
  const list = parsePageList(text)
  const pages = isPageListError(list)
    ? list
    : resolvePages(
        list,
        sources.map(({ pageCount }) => pageCount),
      )
  if ('problem' in pages) throw new JobFailure('invalid-request', { reason: pages.problem })
  return pages
}

async function assembleDocument(
  job: PdfJob,
  sources: readonly PdfSource[],
  pages: readonly ListedPage[],
  index: number,
): Promise<string> {
  const [source] = sources
  if (source !== undefined && sources.length === 1 && isWhole(pages, source)) return source.path
  const path = join(job.outFolder, `document-${index}.pdf`)
  const blankPath = join(job.outFolder, 'blank.pdf')
  if (pages.some(({ file }) => file === 0)) await writeFile(blankPath, blankPdf)
  const pageArgs = pages.flatMap(({ file, page }) =>
    file === 0 ? [blankPath, '1'] : [sources[file - 1]?.path ?? '', String(page)],
  )
  const primary = sources[(pages.find(({ file }) => file > 0)?.file ?? 1) - 1]?.path ?? '--empty'
  await runQpdf([primary, '--pages', ...pageArgs, '--', ...rotationArgs(pages), path])
  return path
}

function isWhole(pages: readonly ListedPage[], { pageCount }: PdfSource): boolean {
  return (
    pages.length === pageCount &&
    pages.every(({ page, rotation }, index) => page === index + 1 && rotation === 0)
  )
}

function rotationArgs(pages: readonly ListedPage[]): string[] {
  return [90, 180, 270].flatMap(degrees => {
    const numbers = pages.flatMap(({ rotation }, index) => (rotation === degrees ? [index + 1] : []))
    return numbers.length === 0 ? [] : [`--rotate=+${degrees}:${numbers.join(',')}`]
  })
}

/** One empty A4 page. */
const blankPdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<<>>>>endobj
trailer<</Root 1 0 R/Size 4>>
`
