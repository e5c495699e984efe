/** Makes documents of the listed pages of the sources. */
import { randomUUID } from 'node:crypto'
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
import { createAssembler } from './create-assembler.ts'
import { openSources, type PdfSource, repairWarnings } from './open-sources.ts'
import { writeSpans } from './split-document.ts'

export interface AssembledDocument {
  /** Not protected. */
  readonly path: string
  readonly pageCount: number
  /** The file itself: every page of the only file. */
  readonly isUnchanged: boolean
}

export interface Assembled {
  /** In the order of the list. */
  readonly documents: readonly AssembledDocument[]
  readonly notes: readonly string[]
  readonly sources: readonly PdfSource[]
  /** Of each document. */
  readonly pages: readonly (readonly ListedPage[])[]
  readonly warnings: readonly string[]
}

export async function assemble(job: PdfJob, pages: string): Promise<Assembled> {
  const sources = await openSources(job)
  const warnings = repairWarnings(sources)
  const write = createAssembler(job.outFolder, sources)
  const lists = pagesOf(pages, sources)
  const newPath = () => join(job.outFolder, `${randomUUID()}.pdf`)
  const notes = new Set<string>()
  const assembleDocument = async (listed: readonly ListedPage[]): Promise<AssembledDocument> => {
    const [source] = sources
    const pageCount = listed.length
    if (source !== undefined && sources.length === 1 && isWhole(listed, source))
      return { path: source.path, pageCount, isUnchanged: true }
    const path = newPath()
    for (const note of await write(listed, path)) notes.add(note)
    return { path, pageCount, isUnchanged: false }
  }
  const documents: AssembledDocument[] = []
  if (lists.length > fewDocuments && canBeSplit(lists)) {
    const all = await assembleDocument(lists.flat())
    const source = { ...all, name: job.name, wasProtected: false, wasRepaired: false }
    let start = 0
    const spans = lists.map(({ length }) => {
      start += length
      return { start: start - length, end: start }
    })
    const paths = await writeSpans({ outFolder: job.outFolder, newPath }, source, spans)
    for (const [index, path] of paths.entries())
      documents.push({ path, pageCount: lists[index]?.length ?? 0, isUnchanged: false })
  } else for (const listed of lists) documents.push(await assembleDocument(listed))
  return { documents, sources, pages: lists, notes: [...notes], warnings }
}

const fewDocuments = 12

/** Many documents are faster to make of one with all of their pages, which is the same where no page occurs twice. */
function canBeSplit(lists: readonly (readonly ListedPage[])[]): boolean {
  const pages = lists.flat()
  const isOneFile = pages.every(({ file }) => file === pages[0]?.file && file > 0)
  return isOneFile && new Set(pages.map(({ page }) => page)).size === pages.length
}

export interface AssembledOne extends Omit<Assembled, 'documents' | 'pages'> {
  readonly path: string
  readonly pages: readonly ListedPage[]
}

/** For tasks that make one document. */
export async function assembleOne(job: PdfJob, pages: string): Promise<AssembledOne> {
  const { documents, pages: lists, ...found } = await assemble(job, pages)
  const [document, ...others] = documents
  if (document === undefined || others.length > 0)
    throw new JobFailure('invalid-request', { reason: 'Please list the pages of one document, without ";".' })
  return { ...found, path: document.path, pages: lists[0] ?? [] }
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

function isWhole(pages: readonly ListedPage[], { pageCount }: PdfSource): boolean {
  return (
    pages.length === pageCount &&
    pages.every(({ page, rotation }, index) => page === index + 1 && rotation === 0)
  )
}
