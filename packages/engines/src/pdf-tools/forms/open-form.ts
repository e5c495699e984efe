/** Opens the form of a document, and refuses what is not one that can be filled in. */
import { join } from 'node:path'
import { JobFailure } from '../../process/job-failure.ts'
import { openPdfFile, PdfDocument, type PdfFile } from '../qpdf/pdf-document.ts'
import type { PdfDict, PdfValue } from '../qpdf/pdf-value.ts'
import { type FormField, readFields } from './form-field.ts'

export interface OpenForm {
  readonly file: PdfFile
  readonly document: PdfDocument
  readonly catalog: PdfDict
  readonly form: PdfDict
  readonly fields: readonly FormField[]
  readonly hasXfa: boolean
  readonly isSigned: boolean
  /** Fields calculate, check or format values with JavaScript, which is not run. */
  readonly hasScripts: boolean
}

export async function openForm(path: string, outFolder: string): Promise<OpenForm> {
  const file = await openPdfFile(path, join(outFolder, 'form.pdf'))
  const document = new PdfDocument([file])
  const catalog = document.dictionary(document.trailer()['/Root']) ?? {}
  const form = document.dictionary(catalog['/AcroForm']) ?? {}
  const fields = readFields(document, form)
  const hasXfa = form['/XFA'] !== undefined
  const isFillable = fields.some(({ widgets }) => widgets.length > 0)
  // A dynamic form has one page that asks to open it in another program.
  if (hasXfa && (document.resolve(catalog['/NeedsRendering']) === true || !isFillable))
    throw new JobFailure('invalid-request', {
      reason:
        'This PDF has a form of Adobe LiveCycle (XFA), which only Adobe programs can fill in. Please print it to a new PDF there first.',
    })
  return {
    file,
    document,
    catalog,
    form,
    fields,
    hasXfa,
    isSigned: fields.some(({ type, inherited }) => type === 'signature' && inherited('/V') !== null),
    hasScripts: fields.some(({ dict, widgets }) =>
      [dict, ...widgets.map(widget => widget.dict)].some(each => hasFieldScript(document, each['/AA'])),
    ),
  }
}

/** Keystroke, format, validate and calculate. */
const scriptTriggers = ['/K', '/F', '/V', '/C']

function hasFieldScript(document: PdfDocument, actions: PdfValue | undefined): boolean {
  const dict = document.dictionary(actions) ?? {}
  return scriptTriggers.some(trigger => trigger in dict)
}
