/** Entries of PDF objects, and resources that are copied when one use of them changes. */
import { identity, type Matrix } from '../../pdf/read/matrix.ts'
import type { Operand } from '../content-tokens.ts'
import type { PdfDocument } from '../qpdf/pdf-document.ts'
import { isDictionary, isName, type PdfDict, type PdfValue } from '../qpdf/pdf-value.ts'
import type { EditedDocument, StreamObject } from './edited-document.ts'

/** Without its slash; empty for everything else. */
export function nameOf(value: Operand | PdfValue | undefined): string {
  if (isOperand(value)) return value.kind === 'name' ? value.name : ''
  return isName(value) ? value.slice(1) : ''
}

/** Keys of PDF dictionaries have a slash. */
function isOperand(value: Operand | PdfValue | undefined): value is Operand {
  return typeof value === 'object' && value !== null && 'kind' in value
}

/** Returns whether there was one. */
export function drop(dict: PdfDict | undefined, key: string): boolean {
  if (dict?.[key] === undefined) return false
  delete dict[key]
  return true
}

export function numbersIn(document: PdfDocument, list: PdfValue | undefined): number[] {
  return document.array(list).flatMap(item => {
    const number = document.resolve(item)
    return typeof number === 'number' ? [number] : []
  })
}

export function dictionariesIn(document: PdfDocument, list: PdfValue | undefined): PdfDict[] {
  return document
    .array(list)
    .map(item => document.dictionary(item))
    .filter(dict => dict !== undefined)
}

export function matrixOf(document: PdfDocument, dict: PdfDict): Matrix {
  const [a, b, c, d, e, f] = numbersIn(document, dict['/Matrix'])
  return a === undefined ||
    b === undefined ||
    c === undefined ||
    d === undefined ||
    e === undefined ||
    f === undefined
    ? identity
    : [a, b, c, d, e, f]
}

let added = 0

/** Resources of a page or a form XObject; the first change makes a copy, because several may share them. */
export class ResourceEditor {
  readonly document: EditedDocument
  #dict: PdfDict
  #isCopy = false

  constructor(document: EditedDocument, resources: PdfValue | undefined) {
    this.document = document
    this.#dict = document.dictionary(resources) ?? {}
  }

  get dict(): PdfDict {
    return this.#dict
  }

  find(category: string, name: string): PdfDict | undefined {
    return this.document.dictionary(this.value(category, name))
  }

  findStream(category: string, name: string): StreamObject | undefined {
    return this.document.stream(this.value(category, name))
  }

  value(category: string, name: string): PdfValue | undefined {
    const entries = this.document.dictionary(this.#dict[`/${category}`])
    return name === '' ? undefined : entries?.[`/${name}`]
  }

  /** The name that it has. */
  add(category: string, value: PdfValue): string {
    const name = `FsRedacted${++added}`
    this.#edit(category)[`/${name}`] = value
    return name
  }

  /** Leaves what a content stream does not draw: it may be marked, and would stay in the file. */
  keepOnly(category: string, names: ReadonlySet<string>): void {
    const objects = this.document.dictionary(this.#dict[`/${category}`])
    const unused = Object.keys(objects ?? {}).filter(key => !names.has(key.slice(1)))
    if (unused.length === 0) return
    const edited = this.#edit(category)
    for (const key of unused) delete edited[key]
  }

  /** A form without resources uses those of its page. */
  ofForm(form: StreamObject): ResourceEditor {
    return new ResourceEditor(this.document, form.dict['/Resources'] ?? this.#dict)
  }

  /** Returns a reference to a copy of the form with these resources. */
  writeForm(form: StreamObject, content: string): string {
    const { '/Filter': _filter, '/DecodeParms': _parameters, ...dict } = form.dict
    return this.document.addStream({ ...dict, '/Resources': this.#dict }, content)
  }

  #edit(category: string): PdfDict {
    if (!this.#isCopy) {
      this.#dict = { ...this.#dict }
      for (const [key, value] of Object.entries(this.#dict)) {
        const entries = this.document.resolve(value)
        if (isDictionary(entries)) this.#dict[key] = { ...entries }
      }
      this.#isCopy = true
    }
    const entries = this.document.dictionary(this.#dict[`/${category}`]) ?? {}
    this.#dict[`/${category}`] = entries
    return entries
  }
}
