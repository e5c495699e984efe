/** Fills in the form of a document. */
import { readFile } from 'node:fs/promises'
import type { fillPdf } from '@filesmith/contract/operations/pdf/fill-pdf'
import type { FormValues } from '@filesmith/contract/pdf/form-values'
import type { z } from 'zod'
import { JobFailure } from '../../process/job-failure.ts'
import { assembleForEditing } from '../assemble/assemble.ts'
import { splitPdfs } from '../draw/open-images.ts'
import type { Filled } from '../forms/fill-fields.ts'
import { type OpenForm, openForm } from '../forms/open-form.ts'
import type { PdfJob, PdfReport } from '../job.ts'
import { writeResult } from '../qpdf/write-result.ts'
import { flattenFile } from './flatten.ts'
import type { TaskRun } from './task.ts'

type FillOptions = z.output<typeof fillPdf.options>

export async function fillForm({ job, report }: TaskRun, options: FillOptions): Promise<PdfReport> {
  const { fillFields } = await import('../forms/fill-fields.ts')
  const { pdfJob, others } = await splitPdfs(job)
  const values = { ...(await readFdfFiles(others)), ...options.values }
  const assembled = await assembleForEditing(pdfJob, options.pages)
  const opened = await openForm(assembled.path, job.outFolder)
  if (opened.fields.length === 0)
    throw new JobFailure('invalid-request', { reason: 'This PDF has no form fields.' })
  report(30, 'form')
  const filled = await fillFields(opened, values, job.outFolder)
  report(60, 'form')
  const flattened = options.flatten ? await flattenFile(job, filled.path, false) : undefined
  report(80, 'pages')
  await writeResult(job, flattened?.path ?? filled.path)
  return {
    notes: [...assembled.notes, ...notesOn(opened, filled), ...(flattened?.notes ?? signatureNotes(opened))],
    warnings: [...assembled.warnings],
  }
}

async function readFdfFiles(files: readonly PdfJob['files'][number][]): Promise<FormValues> {
  const { readFdf } = await import('../forms/fdf.ts')
  const values: FormValues[] = []
  for (const { path } of files) values.push(readFdf(await readFile(path, 'latin1')))
  return Object.assign({}, ...values)
}

function notesOn({ hasXfa, hasScripts }: OpenForm, { cut, missing }: Filled): string[] {
  return [
    ...(hasXfa ? ['The XFA version of the form was removed; the fields remain.'] : []),
    ...(hasScripts
      ? ['Scripts of the form were not run: calculated and formatted fields show what was filled in.']
      : []),
    ...(cut.length > 0 ? [`The text is longer than the field: ${listed(cut)}.`] : []),
    ...(missing.length > 0 ? [`Required fields are empty: ${listed(missing)}.`] : []),
  ]
}

function signatureNotes({ isSigned }: OpenForm): string[] {
  return isSigned ? ['The digital signature of the file is no longer valid.'] : []
}

const maxListed = 5
const maxNameLength = 60

function listed(names: readonly string[]): string {
  const shown = names.slice(0, maxListed).map(name => name.slice(0, maxNameLength))
  const rest = names.length - shown.length
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
