/** Removes words and areas for good, and proves it. */
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { redactPdf } from '@filesmith/contract/operations/pdf/redact-pdf'
import type { z } from 'zod'
import { JobFailure } from '../../process/job-failure.ts'
import { assembleOne } from '../assemble/assemble.ts'
import { type PdfReport, pdfResultName } from '../job.ts'
import { redactDocument } from '../redact/redact-document.ts'
import type { TaskRun } from './task.ts'

/** pdf-lib reports objects that it cannot read with plain errors. */
async function whileReading<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const isPlain = error instanceof Error && error.constructor === Error && !('syscall' in error)
    throw isPlain ? new JobFailure('file-damaged', {}, { cause: error }) : error
  }
}

type RedactOptions = z.output<typeof redactPdf.options>

const reportName = 'redaction-report.json'

export async function redact({ job, report }: TaskRun, options: RedactOptions): Promise<PdfReport> {
  const { path, warnings } = await assembleOne(job, options.pages)
  report(5, 'reading')
  const redacted = await whileReading(() =>
    redactDocument({ job, path, options, progress: percent => report(percent, 'redacting') }),
  )
  await rename(redacted.path, join(job.outFolder, pdfResultName))
  await writeFile(join(job.outFolder, reportName), `${JSON.stringify(redacted.report, null, 2)}\n`)
  return {
    pages: redacted.report.pages,
    warnings: [...warnings],
    notes: [...redacted.notes],
    parts: [{ name: reportName, format: 'json' }],
  }
}
