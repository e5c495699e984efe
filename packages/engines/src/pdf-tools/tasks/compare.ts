/** Compares two documents, and writes a report or the list of their differences. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { comparePdfs } from '@filesmith/contract/operations/pdf/compare-pdfs'
import { comparisonPartName } from '@filesmith/contract/pdf/comparison'
import type { z } from 'zod'
import { JobFailure } from '../../process/job-failure.ts'
import { assemble } from '../assemble/assemble.ts'
import { openSources, type PdfSource, repairWarnings } from '../assemble/open-sources.ts'
import type { ComparedPaths } from '../compare/compare-documents.ts'
import { type PdfJob, type PdfReport, pdfResultName } from '../job.ts'
import type { TaskRun } from './task.ts'

type CompareOptions = z.output<typeof comparePdfs.options>

/** Of each document: every page is drawn twice. */
const maxComparedPages = 1000

export async function compare({ job, report }: TaskRun, options: CompareOptions): Promise<PdfReport> {
  const { paths, names, warnings } = await openBoth(job, options.pages)
  report(5, 'pages')
  const { compareDocuments } = await import('../compare/compare-documents.ts')
  const maxPages = Math.min(job.maxPages, maxComparedPages)
  const comparison = await compareDocuments(paths, { maxPages, maxPixels: job.maxPixels }, share =>
    report(5 + 75 * share, 'comparing'),
  )
  const notes = comparison.isSame ? ['The documents have the same text and look the same.'] : []
  const list = `${JSON.stringify(comparison)}\n`
  if (options.outputFormat === 'json') {
    await writeFile(join(job.outFolder, pdfResultName), list)
    return { format: 'json', warnings, notes }
  }
  await writeFile(join(job.outFolder, comparisonPartName), list)
  const { writeComparisonReport } = await import('../compare/write-report.ts')
  const pages = await writeComparisonReport(job, { paths, names, comparison, hasAllPages: options.allPages })
  return { pages, warnings, notes, parts: [{ name: comparisonPartName, format: 'json' }] }
}

interface OpenedBoth {
  readonly paths: ComparedPaths
  readonly names: ComparedPaths
  readonly warnings: string[]
}

async function openBoth(job: PdfJob, pages: string): Promise<OpenedBoth> {
  if (pages.trim() !== '') {
    const { documents, pages: lists, sources, warnings } = await assemble(job, pages)
    const nameOf = (index: number) => sources[(lists[index]?.[0]?.file ?? 0) - 1]?.name ?? ''
    return { ...both(documents, [nameOf(0), nameOf(1)]), warnings: [...warnings] }
  }
  const sources = await openSources(job)
  return {
    ...both(
      sources,
      sources.map(({ name }) => name),
    ),
    warnings: repairWarnings(sources),
  }
}

function both(
  documents: readonly Pick<PdfSource, 'path'>[],
  names: readonly string[],
): Omit<OpenedBoth, 'warnings'> {
  const [before, after, ...others] = documents
  if (before === undefined || after === undefined || others.length > 0)
    throw new JobFailure('invalid-request', { reason: 'Please give two documents: the old and the new one.' })
  return {
    paths: { before: before.path, after: after.path },
    names: { before: names[0] ?? '', after: names[1] ?? '' },
  }
}
