/** Lists the fields of a form with their values, as JSON or FDF. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { readPdfForm } from '@filesmith/contract/operations/pdf/read-pdf-form'
import type { z } from 'zod'
import { transformBox } from '../../pdf/read/matrix.ts'
import { assembleForEditing } from '../assemble/assemble.ts'
import { inverse, seenMatrix, seenSize } from '../draw/geometry.ts'
import { type FormField, type FormWidget, fieldFlags, numberOf } from '../forms/form-field.ts'
import { type OpenForm, openForm } from '../forms/open-form.ts'
import { type PdfReport, pdfResultName } from '../job.ts'
import { referencedNumber } from '../qpdf/pdf-value.ts'
import { type PdfPage, readPages } from '../qpdf/read-pages.ts'
import type { TaskRun } from './task.ts'

type ReadOptions = z.output<typeof readPdfForm.options>

export async function readForm({ job, report }: TaskRun, { outputFormat }: ReadOptions): Promise<PdfReport> {
  const { path, warnings } = await assembleForEditing(job, '')
  const opened = await openForm(path, job.outFolder)
  report(50, 'form')
  const text = outputFormat === 'fdf' ? await fdfOf(opened) : await jsonOf(opened, path)
  await writeFile(join(job.outFolder, pdfResultName), text)
  return {
    format: outputFormat,
    warnings: [...warnings],
    notes: opened.fields.length === 0 ? ['This PDF has no form fields.'] : [],
  }
}

async function fdfOf({ fields }: OpenForm): Promise<string> {
  const { writeFdf } = await import('../forms/fdf.ts')
  const filled = fields.filter(({ type }) => type !== 'button' && type !== 'signature')
  return writeFdf(
    filled.map(({ name, type, value, widgets }) => ({
      name,
      value: value === true ? (widgets[0]?.exportValue ?? 'Yes') : value,
      isButton: type === 'checkbox' || type === 'radio',
    })),
  )
}

async function jsonOf(opened: OpenForm, path: string): Promise<string> {
  const { pages } = await readPages(path)
  const pageOf = pageNumbers(opened, pages)
  const { hasXfa, isSigned, hasScripts, fields } = opened
  const described = fields.map(field => describe(opened, field, pages, pageOf))
  return `${JSON.stringify({ hasXfa, isSigned, hasScripts, fields: described }, null, 2)}\n`
}

/** Numbers of pages by the objects of the widgets on them; /P of a widget is optional. */
function pageNumbers({ document }: OpenForm, pages: readonly PdfPage[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  for (const [index, { dict }] of pages.entries())
    for (const annotation of document.array(dict['/Annots'])) {
      const number = referencedNumber(annotation)
      if (number !== undefined) found.set(number, index + 1)
    }
  return found
}

function describe(
  { document }: OpenForm,
  field: FormField,
  pages: readonly PdfPage[],
  pageOf: ReadonlyMap<number, number>,
) {
  const { name, label, type, value, choices, maxLength, widgets, flags } = field
  const has = (flag: number) => (flags & flag) !== 0
  const isButton = type === 'checkbox' || type === 'radio'
  const placeOf = (widget: FormWidget) => {
    const number = pageOf.get(widget.number)
    const page = pages[(number ?? 0) - 1]
    return {
      ...(isButton && { exportValue: widget.exportValue }),
      ...(number !== undefined && page !== undefined && { page: number, ...boxOf(document, widget, page) }),
    }
  }
  return {
    name,
    ...(label !== '' && { label }),
    type,
    ...(type !== 'button' && type !== 'signature' && { value }),
    ...(type === 'signature' && { isSigned: field.inherited('/V') !== null }),
    ...((type === 'combo' || type === 'list') && { choices }),
    ...(maxLength !== undefined && { maxLength }),
    isReadOnly: has(fieldFlags.readOnly),
    isRequired: has(fieldFlags.required),
    ...(type === 'text' && {
      isMultiline: has(fieldFlags.multiline),
      isComb: has(fieldFlags.comb),
      isPassword: has(fieldFlags.password),
    }),
    ...(type === 'combo' && { isEditable: has(fieldFlags.editable) }),
    ...(type === 'list' && { isMultiSelect: has(fieldFlags.multiSelect) }),
    widgets: widgets.map(placeOf),
  }
}

/** In points from the upper left corner of the page as it is seen. */
function boxOf(document: OpenForm['document'], { dict }: FormWidget, page: PdfPage) {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = document
    .array(dict['/Rect'])
    .map(each => numberOf(document.resolve(each)) ?? 0)
  const { left, top, right, bottom } = transformBox(inverse(seenMatrix(page)), x0, y0, x1, y1)
  const rounded = (length: number) => Math.round(length * 100) / 100
  return {
    x: rounded(left),
    y: rounded(seenSize(page).height - bottom),
    width: rounded(right - left),
    height: rounded(bottom - top),
  }
}
