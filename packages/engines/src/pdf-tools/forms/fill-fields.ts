/** Fills fields with values, and writes the document with an appearance for each of them. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FormValues } from '@filesmith/contract/pdf/form-values'
import { type Drawing, Drawings } from '../draw/drawings.ts'
import type { DrawnSize } from '../draw/geometry.ts'
import { openPdfFile, PdfDocument } from '../qpdf/pdf-document.ts'
import { type PdfDict, type PdfValue, referencedNumber, referenceTo } from '../qpdf/pdf-value.ts'
import { type FormField, type FormWidget, fieldFlags, numberOf } from './form-field.ts'
import type { OpenForm } from './open-form.ts'
import { paintList, paintMark, paintText } from './paint-field.ts'
import { pdfValueOf, quoted, refusal, type StoredValue, storedValue } from './set-value.ts'
import { type FieldStyle, styleOf } from './text-style.ts'

/** New appearances of a widget: one, or one for each state. */
interface Appearance {
  readonly states: ReadonlyMap<string, Drawing>
  readonly matrix: readonly number[]
}

export interface Filled {
  readonly path: string
  /** Names of fields whose text does not fit. */
  readonly cut: readonly string[]
  /** Names of required fields without a value. */
  readonly missing: readonly string[]
}

export async function fillFields(opened: OpenForm, values: FormValues, outFolder: string): Promise<Filled> {
  const { document, form, fields } = opened
  const stored = matchValues(fields, values)
  const drawings = await Drawings.create()
  const painter = new FieldPainter(opened, drawings)
  for (const [field, value] of stored) await painter.paint(field, value)
  // Where viewers should draw every field, the ones that stay need an appearance, too.
  const drawsAll = document.resolve(form['/NeedAppearances']) === true
  if (drawsAll)
    for (const field of fields) if (!stored.has(field)) await painter.paint(field, currentValue(field))
  const path = join(outFolder, 'filled.pdf')
  await write(opened, { stored, painter, drawings, outFolder, path })
  return { path, cut: [...painter.cut], missing: missingOf(fields, stored) }
}

/** Values of all fields with a name; a name that no field has is refused. */
function matchValues(fields: readonly FormField[], values: FormValues): Map<FormField, StoredValue> {
  const stored = new Map<FormField, StoredValue>()
  const unknown: string[] = []
  for (const [name, value] of Object.entries(values)) {
    const found = fields.filter(field => field.name === name)
    if (found.length === 0) unknown.push(name)
    for (const field of found) stored.set(field, storedValue(field, value))
  }
  if (unknown.length > 0)
    throw refusal(
      `The form has no field ${unknown.slice(0, 5).map(quoted).join(', ')}${unknown.length > 5 ? ` and ${unknown.length - 5} more` : ''}.`,
    )
  return stored
}

function currentValue({ type, value, choices }: FormField): StoredValue | undefined {
  if (type === 'text') return { kind: 'text', text: String(value ?? '') }
  if (type !== 'combo' && type !== 'list') return undefined
  const given = Array.isArray(value) ? value : [String(value ?? '')].filter(text => text !== '')
  const chosen = given.map(
    each => choices.find(choice => choice.value === each) ?? { value: each, label: each },
  )
  return { kind: 'choices', chosen }
}

function missingOf(fields: readonly FormField[], stored: ReadonlyMap<FormField, StoredValue>): string[] {
  const isEmpty = (field: FormField) => {
    const value = stored.get(field)
    if (value === undefined)
      return field.value === null || field.value === '' || field.value === false || isEmptyList(field.value)
    return value.kind === 'text'
      ? value.text === ''
      : value.kind === 'button'
        ? value.on === undefined
        : value.chosen.length === 0
  }
  return fields
    .filter(({ type, flags }) => flags & fieldFlags.required && type !== 'button' && type !== 'signature')
    .filter(isEmpty)
    .map(({ name }) => name)
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

class FieldPainter {
  readonly appearances = new Map<number, Appearance>()
  readonly cut = new Set<string>()
  readonly #form: OpenForm
  readonly #drawings: Drawings

  constructor(form: OpenForm, drawings: Drawings) {
    this.#form = form
    this.#drawings = drawings
  }

  async paint(field: FormField, stored: StoredValue | undefined): Promise<void> {
    if (stored === undefined) return
    for (const widget of field.widgets) {
      const style = styleOf(this.#form.document, this.#form.form, field, widget)
      const rect = rectOf(this.#form.document, widget)
      const size = style.rotation % 180 === 0 ? rect : { width: rect.height, height: rect.width }
      const states = await this.#statesOf(field, widget, stored, { size, style })
      if (states !== undefined) this.appearances.set(widget.number, { states, matrix: matrixOf(style, rect) })
    }
  }

  async #statesOf(
    field: FormField,
    widget: FormWidget,
    stored: StoredValue,
    box: { readonly size: DrawnSize; readonly style: FieldStyle },
  ): Promise<ReadonlyMap<string, Drawing> | undefined> {
    const { library, document } = this.#drawings
    if (stored.kind === 'button') {
      if (widget.hasAppearance) return undefined
      const font = await document.embedFont(library.StandardFonts.ZapfDingbats)
      return new Map([
        [widget.onState, paintMark(this.#drawings, true, { ...box, font })],
        ['/Off', paintMark(this.#drawings, false, { ...box, font })],
      ])
    }
    if (stored.kind === 'choices' && field.type === 'list') {
      const first = numberOf(field.inherited('/TI')) ?? 0
      const labels = field.choices.map(choice => ({
        label: choice.label,
        isChosen: stored.chosen.includes(choice),
      }))
      return new Map([['', await paintList(this.#drawings, labels.slice(Math.max(0, first)), box)]])
    }
    const text = stored.kind === 'text' ? stored.text : (stored.chosen[0]?.label ?? '')
    const { drawing, isCut } = await paintText(this.#drawings, field, text, box)
    if (isCut) this.cut.add(field.name)
    return new Map([['', drawing]])
  }
}

function rectOf(document: PdfDocument, { dict }: FormWidget): DrawnSize {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = document
    .array(dict['/Rect'])
    .map(each => numberOf(document.resolve(each)) ?? 0)
  return { width: Math.max(1, Math.abs(x1 - x0)), height: Math.max(1, Math.abs(y1 - y0)) }
}

/** From the upright content to the field. */
function matrixOf({ rotation }: FieldStyle, { width, height }: DrawnSize): readonly number[] {
  return {
    0: [1, 0, 0, 1, 0, 0],
    90: [0, 1, -1, 0, width, 0],
    180: [-1, 0, 0, -1, width, height],
    270: [0, -1, 1, 0, 0, height],
  }[rotation]
}

interface Write {
  readonly stored: ReadonlyMap<FormField, StoredValue>
  readonly painter: FieldPainter
  readonly drawings: Drawings
  readonly outFolder: string
  readonly path: string
}

async function write(opened: OpenForm, { stored, painter, drawings, outFolder, path }: Write): Promise<void> {
  const drawingsPath = join(outFolder, 'appearances.pdf')
  if (painter.appearances.size > 0) await writeFile(drawingsPath, await drawings.save())
  const drawn =
    painter.appearances.size > 0
      ? [await openPdfFile(drawingsPath, join(outFolder, 'appearances-plain.pdf'))]
      : []
  const document = new PdfDocument([opened.file, ...drawn])
  const forms = drawn.length > 0 ? pagesAsForms(document) : []
  for (const [field, value] of stored) setField(document, field, value)
  for (const [number, { states, matrix }] of painter.appearances) {
    const references = [...states].map(([state, { index }]): [string, PdfValue] => {
      const reference = forms[index] ?? null
      const formNumber = referencedNumber(reference)
      const dict = document.dictionary(reference)
      if (formNumber !== undefined && dict !== undefined)
        document.set(formNumber, { ...dict, '/Matrix': [...matrix] })
      return [state, reference]
    })
    const [[state, only] = ['', null]] = references
    changeObject(document, number, dict => ({
      ...dict,
      '/AP': { '/N': state === '' ? only : Object.fromEntries(references) },
    }))
  }
  const catalog = referencedNumber(document.trailer()['/Root'])
  if (catalog !== undefined) changeObject(document, catalog, dict => withForm(document, dict))
  await document.save(path, { trailer: document.trailer(), workFolder: `${path}.work` })
}

function setField(document: PdfDocument, field: FormField, stored: StoredValue): void {
  changeObject(document, field.number, ({ '/RV': _, '/I': __, ...dict }) => ({
    ...dict,
    '/V': pdfValueOf(stored),
    ...indexesOf(field, stored),
  }))
  if (stored.kind !== 'button') return
  for (const widget of field.widgets) {
    // Buttons with the same value are switched together.
    const isOn = stored.on !== undefined && widget.onState === stored.on.onState
    changeObject(document, widget.number, dict => ({ ...dict, '/AS': isOn ? widget.onState : '/Off' }))
  }
}

/** Positions of what is chosen in a list. */
function indexesOf({ type, choices }: FormField, stored: StoredValue): PdfDict {
  if (type !== 'list' || stored.kind !== 'choices' || stored.chosen.length === 0) return {}
  return { '/I': stored.chosen.map(choice => choices.indexOf(choice)).sort((a, b) => a - b) }
}

/** The pages of the drawings as form XObjects, in their order. */
function pagesAsForms(document: PdfDocument): PdfValue[] {
  const catalog = document.dictionary(document.trailer(1)['/Root'])
  const pages = document.array(document.dictionary(catalog?.['/Pages'])?.['/Kids'])
  return pages.map(page => {
    const dict = document.dictionary(page) ?? {}
    const contents = Array.isArray(document.resolve(dict['/Contents']))
      ? document.array(dict['/Contents'])[0]
      : dict['/Contents']
    const number = referencedNumber(contents)
    if (number === undefined) return null
    const { '/Length': _, ...stream } = document.dictionary(contents) ?? {}
    document.set(number, {
      ...stream,
      '/Type': '/XObject',
      '/Subtype': '/Form',
      '/BBox': dict['/MediaBox'] ?? null,
      '/Resources': dict['/Resources'] ?? {},
    })
    return referenceTo(number)
  })
}

/**
 * Viewers must not draw the fields again. XFA would hide the values, and permissions of a signature that is no longer valid
 * keep Acrobat from opening the form.
 */
function withForm(document: PdfDocument, { '/Perms': _, ...catalog }: PdfDict): PdfDict {
  const { '/NeedAppearances': __, '/XFA': ___, ...form } = document.dictionary(catalog['/AcroForm']) ?? {}
  return { ...catalog, '/AcroForm': form }
}

function changeObject(document: PdfDocument, number: number, change: (dict: PdfDict) => PdfDict): void {
  document.set(number, change(document.dictionary(referenceTo(number)) ?? {}))
}
