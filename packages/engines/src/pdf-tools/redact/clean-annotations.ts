/** Removes annotations that touch a mark or hold the words, with their comments, and values of form fields. */
import type { Matrix } from '../../pdf/read/matrix.ts'
import { multiply } from '../../pdf/read/matrix.ts'
import {
  isDictionary,
  isPdfString,
  isReference,
  type PdfDict,
  type PdfValue,
  referencedNumber,
} from '../qpdf/pdf-value.ts'
import { matchesText } from './clean-document.ts'
import type { EditedDocument, StreamObject } from './edited-document.ts'
import { type Mark, overlaps, rectangle } from './mark.ts'
import { dictionariesIn, drop, nameOf, numbersIn } from './pdf-objects.ts'
import { comparable, type TextSearch } from './search-text.ts'

/** References to other annotations and to the page, which are checked on their own. */
const references: ReadonlySet<string> = new Set([
  '/P',
  '/Parent',
  '/Popup',
  '/IRT',
  '/Kids',
  '/StructParent',
  '/Dest',
  '/AP',
  '/DA',
  '/M',
])
const huskKeys: ReadonlySet<string> = new Set(['/Type', '/Subtype', '/Rect'])
const valueKeys = ['/V', '/DV', '/RV', '/I', '/AP', '/AS', '/MK']
/** What they show or play is inside. */
const attachmentTypes: ReadonlySet<string> = new Set(['FileAttachment', 'Sound', 'Movie', 'RichMedia', '3D'])
const maxDepth = 12

export function annotationsOf(document: EditedDocument, page: PdfDict): PdfDict[] {
  return dictionariesIn(document, page['/Annots'])
}

/** All appearance streams: normal, rollover, down, of every state. */
export function appearancesOf(document: EditedDocument, annotation: PdfDict): StreamObject[] {
  const visit = (value: PdfValue | undefined, depth: number): StreamObject[] => {
    const stream = document.stream(value)
    if (stream !== undefined) return [stream]
    const states = document.dictionary(value)
    return states !== undefined && depth < 3
      ? Object.values(states).flatMap(entry => visit(entry, depth + 1))
      : []
  }
  return visit(annotation['/AP'], 0)
}

export interface AnnotationRules {
  readonly marks: readonly Mark[]
  readonly search: TextSearch
  /** Its appearance shows a word. */
  showsWord(annotation: PdfDict): boolean
  /** Removed whatever it is. */
  isUnwanted(annotation: PdfDict): boolean
}

/** How many were removed or emptied. */
export function cleanAnnotations(document: EditedDocument, page: PdfDict, rules: AnnotationRules): number {
  const annotations = annotationsOf(document, page)
  const removed = new Set<PdfDict>()
  let emptied = 0
  for (const annotation of annotations) {
    const box = frameOf(numbersIn(document, annotation['/Rect']))
    const isMarked = rules.marks.some(({ frame, isArea }) =>
      overlaps(isArea === true ? frame : inner(frame), box),
    )
    const holdsWord = holdsText(document, annotation, rules.search) || rules.showsWord(annotation)
    const type = typeOf(document, annotation)
    const isField = type === 'Widget'
    if (isField && (isMarked || holdsWord || fieldHoldsText(document, annotation, rules.search))) {
      emptyField(document, annotation)
      emptied++
    }
    if (isMarked || rules.isUnwanted(annotation) || attachmentTypes.has(type) || (holdsWord && !isField))
      removed.add(annotation)
  }
  for (const annotation of annotations) if (belongsTo(document, annotation, removed)) removed.add(annotation)
  if (removed.size > 0) removeAnnotations(document, page, removed)
  return removed.size + emptied
}

function typeOf(document: EditedDocument, annotation: PdfDict): string {
  return nameOf(document.resolve(annotation['/Subtype']))
}

/** A popup or a reply. */
function belongsTo(document: EditedDocument, annotation: PdfDict, removed: ReadonlySet<PdfDict>): boolean {
  const owner = document.dictionary(annotation['/IRT']) ?? document.dictionary(annotation['/Parent'])
  const isPopup = typeOf(document, annotation) === 'Popup' || annotation['/IRT'] !== undefined
  return isPopup && owner !== undefined && removed.has(owner)
}

function removeAnnotations(document: EditedDocument, page: PdfDict, removed: ReadonlySet<PdfDict>): void {
  page['/Annots'] = document.array(page['/Annots']).filter(item => {
    const annotation = document.dictionary(item)
    return annotation === undefined || !removed.has(annotation)
  })
  for (const annotation of removed) {
    detachField(document, annotation)
    // The structure may still refer to it.
    for (const key of Object.keys(annotation)) if (!huskKeys.has(key)) delete annotation[key]
  }
}

/** A marked word without the margins of its line, in which annotations of the lines above and below begin. */
function inner(frame: Matrix): Matrix {
  return multiply(frame, [0.96, 0, 0, 0.6, 0.02, 0.2])
}

export function frameOf([x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[]): Matrix {
  const [left, bottom] = [Math.min(x0, x1), Math.min(y0, y1)]
  return rectangle(left, bottom, Math.max(x0, x1, left + 0.1), Math.max(y0, y1, bottom + 0.1))
}

/** Objects that other objects refer to are read only as entries of dictionaries. */
function holdsText(
  document: EditedDocument,
  value: PdfValue | undefined,
  search: TextSearch,
  depth = 0,
): boolean {
  if (isPdfString(value)) return matchesText(value, search)
  if (depth > maxDepth) return false
  if (Array.isArray(value)) return value.some(item => holdsText(document, item, search, depth + 1))
  if (!isDictionary(value)) return false
  return Object.entries(value).some(([key, entry]) => {
    if (references.has(key) || document.stream(entry) !== undefined) return false
    return holdsText(document, isReference(entry) ? document.resolve(entry) : entry, search, depth + 1)
  })
}

function fieldHoldsText(document: EditedDocument, widget: PdfDict, search: TextSearch): boolean {
  const holdsValue = chainOf(document, widget).some(field =>
    ['/V', '/DV', '/RV'].some(key => holdsText(document, document.resolve(field[key]), search)),
  )
  return holdsValue || statesOf(document, widget).some(state => search(comparable(state)).length > 0)
}

/** Values of check boxes and radio buttons are names. */
function statesOf(document: EditedDocument, widget: PdfDict): string[] {
  const values = chainOf(document, widget).flatMap(field =>
    ['/V', '/DV', '/AS'].map(key => nameOf(document.resolve(field[key]))),
  )
  const appearance = document.dictionary(widget['/AP'])
  const states = ['/N', '/R', '/D'].flatMap(key => {
    const shown = document.stream(appearance?.[key]) ? undefined : document.dictionary(appearance?.[key])
    return Object.keys(shown ?? {}).map(state => state.slice(1))
  })
  return [...values, ...states].filter(state => state !== 'Off')
}

/** Everything that is neither a link nor a form field. */
export function isComment(document: EditedDocument, annotation: PdfDict): boolean {
  return !['Link', 'Widget'].includes(typeOf(document, annotation))
}

/** How many fields had a value. The states of buttons are not values, so their appearances stay. */
export function emptyFields(document: EditedDocument): number {
  const form = document.dictionary(document.catalog['/AcroForm'])
  const visited = new Set<PdfDict>()
  let emptied = 0
  const empty = (field: PdfDict, inherited: string, depth: number) => {
    if (visited.has(field) || depth > maxDepth) return
    visited.add(field)
    const type = nameOf(document.resolve(field['/FT'])) || inherited
    const values = ['/V', '/DV', '/RV', '/I'].filter(key => drop(field, key))
    if (values.length > 0) emptied++
    if (type !== 'Btn') delete field['/AP']
    else if (field['/AS'] !== undefined) field['/AS'] = '/Off'
    for (const kid of dictionariesIn(document, field['/Kids'])) empty(kid, type, depth + 1)
  }
  for (const field of dictionariesIn(document, form?.['/Fields'])) empty(field, '', 0)
  for (const page of document.pages)
    for (const widget of annotationsOf(document, page))
      if (typeOf(document, widget) === 'Widget')
        for (const field of chainOf(document, widget).reverse()) empty(field, '', 0)
  return emptied
}

/** What fields that are on no page would show. */
export function dropUnseenAppearances(document: EditedDocument): void {
  const seen = new Set(document.pages.flatMap(page => annotationsOf(document, page)))
  for (const { value, isStream } of document.objects())
    if (isDictionary(value) && !isStream && !seen.has(value)) delete value['/AP']
}

/** A widget and the fields that it belongs to. */
function chainOf(document: EditedDocument, widget: PdfDict): PdfDict[] {
  const chain: PdfDict[] = []
  for (let field: PdfDict | undefined = widget; field !== undefined && chain.length < maxDepth; ) {
    chain.push(field)
    field = document.dictionary(field['/Parent'])
  }
  return chain
}

function emptyField(document: EditedDocument, widget: PdfDict): void {
  const empty = (field: PdfDict, depth: number) => {
    for (const key of valueKeys) delete field[key]
    if (depth > maxDepth) return
    for (const kid of dictionariesIn(document, field['/Kids'])) empty(kid, depth + 1)
  }
  empty(widget, 0)
  // Other widgets show the same value.
  const owner = chainOf(document, widget).find((field, index) => index > 0 && field['/V'] !== undefined)
  if (owner !== undefined) empty(owner, 0)
}

function detachField(document: EditedDocument, annotation: PdfDict): void {
  const form = document.dictionary(document.catalog['/AcroForm'])
  const parent = document.dictionary(annotation['/Parent'])
  for (const list of [form?.['/Fields'], parent?.['/Kids'], form?.['/CO']]) {
    const items = document.array(list)
    const index = items.findIndex(
      item => referencedNumber(item) !== undefined && document.dictionary(item) === annotation,
    )
    if (index >= 0) items.splice(index, 1)
  }
}
