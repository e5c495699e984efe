/** Merges, splits, reorders and rotates pages. */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { bytesPerMegabyte } from '@filesmith/contract/bytes'
import type { organizePdf } from '@filesmith/contract/operations/pdf/organize-pdf'
import type { z } from 'zod'
import { JobFailure } from '../../process/job-failure.ts'
import { writeZip, type ZipEntry } from '../../write-zip.ts'
import { type AssembledDocument, assemble } from '../assemble/assemble.ts'
import {
  type PageSpan,
  type SplitFolder,
  spansAtBookmarks,
  spansOfLength,
  splitBySize,
  writeSpans,
} from '../assemble/split-document.ts'
import { type PdfJob, type PdfReport, pdfResultName } from '../job.ts'
import { openPdfFile } from '../qpdf/pdf-document.ts'
import { runQpdf } from '../qpdf/run-qpdf.ts'
import { baseNameOf, safeLabel } from '../result-names.ts'
import type { TaskRun } from './task.ts'

type OrganizeOptions = z.output<typeof organizePdf.options>

interface Part {
  readonly path: string
  /** Of the bookmark that it begins with. */
  readonly title?: string | undefined
}

export async function organize({ job, report }: TaskRun, options: OrganizeOptions): Promise<PdfReport> {
  const { documents, notes, warnings, pages, sources } = await assemble(job, options.pages)
  report(50, 'pages')
  const allNotes = new Set(notes)
  const parts: Part[] = []
  const withoutBookmarks: string[] = []
  for (const [index, document] of documents.entries()) {
    const split = await splitDocument(job, document, options)
    for (const note of split.notes) allNotes.add(note)
    if (split.hasBookmarks) parts.push(...split.parts)
    else {
      const file = pages[index]?.find(listed => listed.file > 0)?.file ?? 0
      const fileName = sources[file - 1]?.name ?? job.name
      withoutBookmarks.push(`document ${index + 1} (${shortName(fileName)})`)
      parts.push(...split.parts.map(part => ({ ...part, title: baseNameOf(fileName) })))
    }
    report(50 + (40 * (index + 1)) / documents.length, 'pages')
  }
  if (withoutBookmarks.length > 0) {
    if (withoutBookmarks.length === documents.length)
      throw new JobFailure('invalid-request', { reason: noBookmarks(documents.length) })
    allNotes.add(`Not split, because there are no bookmarks: ${listOfSome(withoutBookmarks)}.`)
  }
  const resultPath = join(job.outFolder, pdfResultName)
  const [only, ...others] = parts
  const about = { notes: [...allNotes], warnings: [...warnings] }
  if (only !== undefined && others.length === 0) {
    await rename(only.path, resultPath)
    return about
  }
  await pipeline(Readable.from(writeZip(zipEntries(job.name, parts))), createWriteStream(resultPath))
  return { format: 'zip', pages: parts.length, ...about }
}

const noBookmarks = (documents: number) =>
  documents === 1
    ? 'The document has no bookmarks to split it at.'
    : 'None of the documents has bookmarks to split it at.'

const shortName = (name: string) => name.slice(0, 60)

function listOfSome(names: readonly string[]): string {
  const rest = names.length - 5
  return `${names.slice(0, 5).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

interface SplitResult {
  readonly parts: readonly Part[]
  readonly notes: readonly string[]
  /** False for a document that is to be split at bookmarks and stays whole without them. */
  readonly hasBookmarks: boolean
}

async function splitDocument(
  { outFolder, name }: PdfJob,
  document: AssembledDocument,
  { split, splitPages = 1, splitMegabytes = 1 }: OrganizeOptions,
): Promise<SplitResult> {
  const folder: SplitFolder = { outFolder, newPath: () => join(outFolder, `${randomUUID()}.pdf`) }
  const { path, pageCount } = document
  const source = { path, name, pageCount, wasProtected: false, wasRepaired: false }
  if (split === 'size') {
    const { paths, tooLarge } = await splitBySize(folder, source, splitMegabytes * bytesPerMegabyte)
    const pages = tooLarge === 1 ? 'One page is' : `${tooLarge} pages are`
    const notes = tooLarge === 0 ? [] : [`${pages} larger than ${splitMegabytes} MB and could not be split.`]
    return { parts: paths.map(each => ({ path: each })), notes, hasBookmarks: true }
  }
  const spans: PageSpan[] =
    split === 'pages'
      ? spansOfLength(pageCount, splitPages)
      : split === 'bookmarks'
        ? spansAtBookmarks(await openPdfFile(path, folder.newPath()), pageCount)
        : []
  const hasBookmarks = split !== 'bookmarks' || spans.length > 0
  if (spans.length < 2)
    return {
      parts: [{ path: await writtenPath(outFolder, document), title: spans[0]?.title }],
      notes: [],
      hasBookmarks,
    }
  const paths = await writeSpans(folder, source, spans)
  return {
    parts: paths.map((each, index) => ({ path: each, title: spans[index]?.title })),
    notes: [],
    hasBookmarks,
  }
}

/** A file that is kept as it is can hold objects that no page uses, which are left out. */
async function writtenPath(outFolder: string, { path, isUnchanged }: AssembledDocument): Promise<string> {
  if (!isUnchanged) return path
  const written = join(outFolder, 'whole.pdf')
  await runQpdf([path, '--object-streams=generate', written])
  return written
}

async function* zipEntries(name: string, parts: readonly Part[]): AsyncGenerator<ZipEntry> {
  const digits = String(parts.length).length
  const names = new Set<string>()
  for (const [index, { path, title }] of parts.entries()) {
    const number = String(index + 1).padStart(digits, '0')
    const label = safeLabel(title) ?? number
    const partName = names.has(label.toLowerCase()) ? `${label}-${number}` : label
    names.add(partName.toLowerCase())
    yield { name: `${name}-${partName}.pdf`, data: path }
    await rm(path)
  }
}
