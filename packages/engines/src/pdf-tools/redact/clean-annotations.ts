/** Removes annotations that touch a mark or hold the words, with their comments, and values of form fields. */
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'
import type { Matrix } from '../../pdf/read/matrix.ts'
import { multiply } from '../../pdf/read/matrix.ts'
import { matchesText } from './clean-document.ts'
import { type Mark, overlaps, rectangle } from './mark.ts'
import { dictEntry, entryOf, isText, listEntry, nameOf, numbersIn } from './pdf-objects.ts'
import { comparable, type TextSearch } from './search-text.ts'

/** References to other annotations and to the page, which are checked on their own. */
const references: ReadonlySet<string> = new Set([
  'P',
  'Parent',
  'Popup',
  'IRT',
  'Kids',
  'StructParent',
  'Dest',
  'AP',
  'DA',
  'M',
])
const huskKeys: ReadonlySet<string> = new Set(['Type', 'Subtype', 'Rect'])
const valueKeys = ['V', 'DV', 'RV', 'I', 'AP', 'AS', 'MK']
/** What they show or play is inside. */
const attachmentTypes: ReadonlySet<string> = new Set(['FileAttachment', 'Sound', 'Movie', 'RichMedia', '3D'])
const maxDepth = 12

export function annotationsOf(page: PDFDict): PDFDict[] {
  return listEntry(page, 'Annots').flatMap(item => {
    const annotation = item instanceof PDFRef ? page.context.lookup(item) : item
    return annotation instanceof PDFDict ? [annotation] : []
  })
}

/** All appearance streams: normal, rollover, down, of every state. */
export function appearancesOf(
  annotation: PDFDict,
): { readonly ref: PDFRef; readonly stream: PDFRawStream }[] {
  const { context } = annotation
  const found: { ref: PDFRef; stream: PDFRawStream }[] = []
  const visit = (object: PDFObject, depth: number) => {
    const value = object instanceof PDFRef ? context.lookup(object) : object
    if (value instanceof PDFRawStream && object instanceof PDFRef) found.push({ ref: object, stream: value })
    else if (value instanceof PDFDict && depth < 3)
      for (const [, entry] of value.entries()) visit(entry, depth + 1)
  }
  const appearance = annotation.get(PDFName.of('AP'))
  if (appearance !== undefined) visit(appearance, 0)
  return found
}

export interface AnnotationRules {
  readonly marks: readonly Mark[]
  readonly search: TextSearch
  /** Its appearance shows a word. */
  showsWord(annotation: PDFDict): boolean
  /** Removed whatever it is. */
  isUnwanted(annotation: PDFDict): boolean
}

/** How many were removed or emptied. */
export function cleanAnnotations(document: PDFDocument, page: PDFDict, rules: AnnotationRules): number {
  const annotations = annotationsOf(page)
  const removed = new Set<PDFDict>()
  let emptied = 0
  for (const annotation of annotations) {
    const isMarked = rules.marks.some(({ frame, isArea }) =>
      overlaps(isArea === true ? frame : inner(frame), boxOf(annotation)),
    )
    const holdsWord = holdsText(annotation, rules.search, 0) || rules.showsWord(annotation)
    const type = nameOf(entryOf(annotation, 'Subtype'))
    const isField = type === 'Widget'
    if (isField && (isMarked || holdsWord || fieldHoldsText(annotation, rules.search))) {
      emptyField(annotation)
      emptied++
    }
    if (isMarked || rules.isUnwanted(annotation) || attachmentTypes.has(type) || (holdsWord && !isField))
      removed.add(annotation)
  }
  for (const annotation of annotations) if (belongsTo(annotation, removed)) removed.add(annotation)
  if (removed.size > 0) removeAnnotations(document, page, removed)
  return removed.size + emptied
}

/** A popup or a reply. */
function belongsTo(annotation: PDFDict, removed: ReadonlySet<PDFDict>): boolean {
  const owner = dictEntry(annotation, 'IRT') ?? dictEntry(annotation, 'Parent')
  const isPopup = nameOf(entryOf(annotation, 'Subtype')) === 'Popup' || annotation.has(PDFName.of('IRT'))
  return isPopup && owner !== undefined && removed.has(owner)
}

function removeAnnotations(document: PDFDocument, page: PDFDict, removed: ReadonlySet<PDFDict>): void {
  const kept = listEntry(page, 'Annots').filter(item => {
    const annotation = item instanceof PDFRef ? page.context.lookup(item) : item
    return !(annotation instanceof PDFDict) || !removed.has(annotation)
  })
  page.set(PDFName.of('Annots'), document.context.obj(kept))
  for (const annotation of removed) {
    detachField(document, annotation)
    // The structure may still refer to it.
    for (const key of annotation.keys()) if (!huskKeys.has(key.decodeText())) annotation.delete(key)
  }
}

/** A marked word without the margins of its line, in which annotations of the lines above and below begin. */
function inner(frame: Matrix): Matrix {
  return multiply(frame, [0.96, 0, 0, 0.6, 0.02, 0.2])
}

function boxOf(annotation: PDFDict): Matrix {
  return frameOf(numbersIn(annotation, 'Rect'))
}

export function frameOf([x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[]): Matrix {
  const [left, bottom] = [Math.min(x0, x1), Math.min(y0, y1)]
  return rectangle(left, bottom, Math.max(x0, x1, left + 0.1), Math.max(y0, y1, bottom + 0.1))
}

function holdsText(object: PDFObject | undefined, search: TextSearch, depth: number): boolean {
  if (isText(object)) return matchesText(object, search)
  if (depth > maxDepth) return false
  if (object instanceof PDFArray) return object.asArray().some(item => holdsText(item, search, depth + 1))
  if (object instanceof PDFRef || object instanceof PDFStream || !(object instanceof PDFDict)) return false
  return object.entries().some(([key, value]) => {
    const name = key.decodeText()
    if (references.has(name)) return false
    return holdsText(value instanceof PDFRef ? object.context.lookup(value) : value, search, depth + 1)
  })
}

function fieldHoldsText(widget: PDFDict, search: TextSearch): boolean {
  const holdsValue = chainOf(widget).some(field =>
    ['V', 'DV', 'RV'].some(key => holdsText(entryOf(field, key), search, 0)),
  )
  return holdsValue || statesOf(widget).some(state => search(comparable(state)).length > 0)
}

/** Values of check boxes and radio buttons are names. */
function statesOf(widget: PDFDict): string[] {
  const values = chainOf(widget).flatMap(field => ['V', 'DV', 'AS'].map(key => nameOf(entryOf(field, key))))
  const appearance = dictEntry(widget, 'AP')
  const states = ['N', 'R', 'D'].flatMap(key => {
    const shown = appearance && entryOf(appearance, key)
    return shown instanceof PDFDict ? shown.keys().map(state => state.decodeText()) : []
  })
  return [...values, ...states].filter(state => state !== 'Off')
}

/** Everything that is neither a link nor a form field. */
export function isComment(annotation: PDFDict): boolean {
  return !['Link', 'Widget'].includes(nameOf(entryOf(annotation, 'Subtype')))
}

/** How many fields had a value. The states of buttons are not values, so their appearances stay. */
export function emptyFields(document: PDFDocument): number {
  const form = dictEntry(document.catalog, 'AcroForm')
  const visited = new Set<PDFDict>()
  let emptied = 0
  const empty = (field: PDFDict, inherited: string, depth: number) => {
    if (visited.has(field) || depth > maxDepth) return
    visited.add(field)
    const type = nameOf(entryOf(field, 'FT')) || inherited
    const values = ['V', 'DV', 'RV', 'I'].filter(key => field.delete(PDFName.of(key)))
    if (values.length > 0) emptied++
    if (type !== 'Btn') field.delete(PDFName.of('AP'))
    else if (field.has(PDFName.of('AS'))) field.set(PDFName.of('AS'), PDFName.of('Off'))
    for (const kid of listEntry(field, 'Kids')) {
      const dict = kid instanceof PDFRef ? field.context.lookup(kid) : kid
      if (dict instanceof PDFDict) empty(dict, type, depth + 1)
    }
  }
  for (const item of form ? listEntry(form, 'Fields') : []) {
    const field = item instanceof PDFRef ? document.context.lookup(item) : item
    if (field instanceof PDFDict) empty(field, '', 0)
  }
  const widgets = document
    .getPages()
    .flatMap(({ node }) => annotationsOf(node).filter(each => !isComment(each)))
  for (const widget of widgets)
    for (const field of chainOf(widget).reverse())
      if (nameOf(entryOf(widget, 'Subtype')) === 'Widget') empty(field, '', 0)
  return emptied
}

/** What fields that are on no page would show. */
export function dropUnseenAppearances(document: PDFDocument): void {
  const seen = new Set(document.getPages().flatMap(({ node }) => annotationsOf(node)))
  for (const [, object] of document.context.enumerateIndirectObjects())
    if (object instanceof PDFDict && !seen.has(object)) object.delete(PDFName.of('AP'))
}

/** A widget and the fields that it belongs to. */
function chainOf(widget: PDFDict): PDFDict[] {
  const chain: PDFDict[] = []
  for (let field: PDFDict | undefined = widget; field !== undefined && chain.length < maxDepth; ) {
    chain.push(field)
    field = dictEntry(field, 'Parent')
  }
  return chain
}

function emptyField(widget: PDFDict): void {
  const empty = (field: PDFDict, depth: number) => {
    for (const key of valueKeys) field.delete(PDFName.of(key))
    if (depth > maxDepth) return
    for (const kid of listEntry(field, 'Kids')) {
      const dict = kid instanceof PDFRef ? field.context.lookup(kid) : kid
      if (dict instanceof PDFDict) empty(dict, depth + 1)
    }
  }
  empty(widget, 0)
  // Other widgets show the same value.
  const owner = chainOf(widget).find((field, index) => index > 0 && field.has(PDFName.of('V')))
  if (owner !== undefined) empty(owner, 0)
}

function detachField(document: PDFDocument, annotation: PDFDict): void {
  const form = dictEntry(document.catalog, 'AcroForm')
  const parent = dictEntry(annotation, 'Parent')
  const lists = [
    form && entryOf(form, 'Fields'),
    parent && entryOf(parent, 'Kids'),
    form && entryOf(form, 'CO'),
  ]
  for (const list of lists) {
    if (!(list instanceof PDFArray)) continue
    const index = list
      .asArray()
      .findIndex(item => item instanceof PDFRef && document.context.lookup(item) === annotation)
    if (index >= 0) list.remove(index)
  }
}
