/** Makes documents of the listed pages of the sources. */
import { join } from 'node:path'
import {
  isPageListError,
  type ListedPage,
  parsePageList,
  resolvePages,
} from '@filesmith/contract/pdf/page-list'
import { JobFailure } from '../../process/job-failure.ts'
import type { PdfJob } from '../job.ts'
import { openPdfFile, type PdfFile } from '../qpdf/pdf-document.ts'
import { openSources, type PdfSource, repairWarnings } from './open-sources.ts'
import { type DocumentSource, writeDocument } from './write-document.ts'

export interface Assembled {
  /** Paths of PDFs without protection, in the order of the list. */
  readonly documents: readonly string[]
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
}

export async function assemble(job: PdfJob, pages: string): Promise<Assembled> {
  const sources = await openSources(job)
  const warnings = repairWarnings(sources)
  const write = createAssembler(job, sources)
  const documents: string[] = []
  const notes = new Set<string>()
  for (const [index, listed] of pagesOf(pages, sources).entries()) {
    const [source] = sources
    const path = join(job.outFolder, `document-${index}.pdf`)
    const isUnchanged = source !== undefined && sources.length === 1 && isWhole(listed, source)
    if (!isUnchanged) for (const note of await write(listed, path)) notes.add(note)
    documents.push(isUnchanged ? source.path : path)
  }
  return { documents, notes: [...notes], warnings }
}

/** For tasks that make one document. */
export async function assembleOne(
  job: PdfJob,
  pages: string,
): Promise<Omit<Assembled, 'documents'> & { readonly path: string }> {
  const { documents, ...report } = await assemble(job, pages)
  const [path, ...others] = documents
  if (path === undefined || others.length > 0)
    throw new JobFailure('invalid-request', { reason: 'Please list the pages of one document, without ";".' })
  return { path, ...report }
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

/** Documents are written one after the other; a file is read once for all of them. */
function createAssembler(job: PdfJob, sources: readonly PdfSource[]) {
  const opened = new Map<number, Promise<PdfFile>>()
  const open = (file: number, path: string): Promise<PdfFile> => {
    const found = opened.get(file) ?? openPdfFile(path, join(job.outFolder, `rewritten-${file}.pdf`))
    opened.set(file, found)
    return found
  }

  return async (pages: readonly ListedPage[], resultPath: string): Promise<readonly string[]> => {
    const listed = new Set(pages.map(({ file }) => file).filter(file => file > 0))
    const files = listed.size === 0 ? [1] : [...listed]
    const used: DocumentSource[] = []
    for (const file of files) {
      const source = sources[file - 1]
      if (source !== undefined)
        used.push({ file, name: source.name.replace(/\.[^.]+$/, ''), opened: await open(file, source.path) })
    }
    return writeDocument(used, pages, { resultPath, workFolder: `${resultPath}.work` })
  }
}

function isWhole(pages: readonly ListedPage[], { pageCount }: PdfSource): boolean {
  return (
    pages.length === pageCount &&
    pages.every(({ page, rotation }, index) => page === index + 1 && rotation === 0)
  )
}
