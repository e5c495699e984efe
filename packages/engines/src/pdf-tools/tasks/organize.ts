/** Merges, splits, reorders and rotates pages. */
import { createWriteStream } from 'node:fs'
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { organizePdf } from '@filesmith/contract/operations/pdf/organize-pdf'
import type { z } from 'zod'
import { writeZip, type ZipEntry } from '../../write-zip.ts'
import { assemble } from '../assemble/assemble.ts'
import { type PdfReport, resultName } from '../job.ts'
import { runQpdf } from '../qpdf/run-qpdf.ts'
import type { TaskRun } from './task.ts'

type OrganizeOptions = z.output<typeof organizePdf.options>

export async function organize({ job, report }: TaskRun, options: OrganizeOptions): Promise<PdfReport> {
  const { documents, notes, warnings } = await assemble(job, options.pages)
  report(60, 'pages')
  const resultPath = join(job.outFolder, resultName)
  const [only, ...others] = documents
  if (only !== undefined && others.length === 0) {
    await writeWhole(only, resultPath)
    return { notes: [...notes], warnings: [...warnings] }
  }
  const paths = []
  for (const [index, path] of documents.entries()) {
    const written = join(job.outFolder, `written-${index}.pdf`)
    await writeWhole(path, written)
    paths.push(written)
  }
  await pipeline(Readable.from(writeZip(zipEntries(job.name, paths))), createWriteStream(resultPath))
  return { format: 'zip', pages: paths.length, notes: [...notes], warnings: [...warnings] }
}

/** Without objects that no page uses. */
async function writeWhole(path: string, resultPath: string): Promise<void> {
  const written = `${resultPath}.part`
  await runQpdf([path, '--object-streams=generate', '--compress-streams=y', written])
  await rename(written, resultPath)
}

async function* zipEntries(name: string, paths: readonly string[]): AsyncGenerator<ZipEntry> {
  const digits = String(paths.length).length
  for (const [index, path] of paths.entries())
    yield { name: `${name}-${String(index + 1).padStart(digits, '0')}.pdf`, data: await readFile(path) }
}
