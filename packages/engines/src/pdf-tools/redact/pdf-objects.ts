/** Objects of a PDF: entries, streams, and resources that are copied when one use of them changes. */
import { constants, deflateSync, inflateSync } from 'node:zlib'
import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'
import { identity, type Matrix } from '../../pdf/read/matrix.ts'
import type { Operand } from '../content-tokens.ts'

export function entryOf(dict: PDFDict, key: string): PDFObject | undefined {
  return dict.lookup(PDFName.of(key))
}

export function dictEntry(dict: PDFDict, key: string): PDFDict | undefined {
  return dictOf(entryOf(dict, key))
}

function dictOf(object: PDFObject | undefined): PDFDict | undefined {
  if (object instanceof PDFStream) return object.dict
  return object instanceof PDFDict ? object : undefined
}

export function listEntry(dict: PDFDict, key: string): PDFObject[] {
  const list = entryOf(dict, key)
  return list instanceof PDFArray ? list.asArray() : []
}

/** Empty for everything else. */
export function nameOf(value: Operand | PDFObject | undefined): string {
  if (value instanceof PDFName) return value.decodeText()
  return value !== undefined && 'kind' in value && value.kind === 'name' ? value.name : ''
}

export function numbersIn(dict: PDFDict, key: string): number[] {
  return listEntry(dict, key).flatMap(item => {
    const number = item instanceof PDFRef ? dict.context.lookup(item) : item
    return number instanceof PDFNumber ? [number.asNumber()] : []
  })
}

export function matrixOf(dict: PDFDict): Matrix {
  const [a, b, c, d, e, f] = numbersIn(dict, 'Matrix')
  return a === undefined ||
    b === undefined ||
    c === undefined ||
    d === undefined ||
    e === undefined ||
    f === undefined
    ? identity
    : [a, b, c, d, e, f]
}

export type PdfText = PDFString | PDFHexString

export function isText(object: PDFObject | undefined): object is PdfText {
  return object instanceof PDFString || object instanceof PDFHexString
}

/** Filters of images are not decoded. */
function streamBytes(stream: PDFRawStream): Uint8Array {
  const filter = entryOf(stream.dict, 'Filter')
  if (filter === undefined) return stream.contents
  if (nameOf(filter) === 'FlateDecode' && entryOf(stream.dict, 'DecodeParms') === undefined)
    // As readers do, takes what there is of a stream that was cut off.
    return inflateSync(stream.contents, { finishFlush: constants.Z_SYNC_FLUSH })
  return decodePDFRawStream(stream).decode()
}

/** One character for each byte. */
export function streamText(stream: PDFRawStream): string {
  return Buffer.from(streamBytes(stream)).toString('latin1')
}

export function latin1Stream(context: PDFContext, text: string, dict?: PDFDict): PDFRawStream {
  const copy = dict?.clone(context) ?? PDFDict.withContext(context)
  for (const key of ['DecodeParms', 'Length', 'F', 'FFilter']) copy.delete(PDFName.of(key))
  copy.set(PDFName.of('Filter'), PDFName.of('FlateDecode'))
  return PDFRawStream.of(copy, deflateSync(Buffer.from(text, 'latin1')))
}

/** Objects in the file as they are here, and nothing new. */
export const saveOptions = { useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false }

let added = 0

/** Resources of a page or a form XObject; the first change makes a copy, because several may share them. */
export class ResourceEditor {
  readonly #context: PDFContext
  #dict: PDFDict
  #isCopy = false

  constructor(context: PDFContext, dict: PDFDict | undefined) {
    this.#context = context
    this.#dict = dict ?? PDFDict.withContext(context)
  }

  get dict(): PDFDict {
    return this.#dict
  }

  find(category: string, name: string): PDFDict | undefined {
    const entries = dictEntry(this.#dict, category)
    return name === '' || entries === undefined ? undefined : dictEntry(entries, name)
  }

  findStream(category: string, name: string): PDFRawStream | undefined {
    const entries = dictEntry(this.#dict, category)
    const found = name === '' || entries === undefined ? undefined : entryOf(entries, name)
    return found instanceof PDFRawStream ? found : undefined
  }

  /** The name that it has. */
  add(category: string, object: PDFObject): string {
    const name = `FsRedacted${++added}`
    this.#edit(category).set(
      PDFName.of(name),
      object instanceof PDFStream ? this.#context.register(object) : object,
    )
    return name
  }

  /** Leaves what a content stream does not draw: it may be marked, and would stay in the file. */
  keepOnly(category: string, names: ReadonlySet<string>): void {
    const objects = dictEntry(this.#dict, category)
    const unused = objects?.keys().filter(key => !names.has(key.decodeText())) ?? []
    if (unused.length === 0) return
    const edited = this.#edit(category)
    for (const key of unused) edited.delete(key)
  }

  /** A form without resources uses those of its page. */
  ofForm(form: PDFRawStream): ResourceEditor {
    return new ResourceEditor(this.#context, dictEntry(form.dict, 'Resources') ?? this.#dict)
  }

  writeForm(form: PDFRawStream, content: string): PDFRawStream {
    const stream = latin1Stream(this.#context, content, form.dict)
    stream.dict.set(PDFName.of('Resources'), this.#dict)
    return stream
  }

  #edit(category: string): PDFDict {
    if (!this.#isCopy) {
      this.#dict = this.#dict.clone(this.#context)
      for (const key of ['XObject', 'Font', 'Pattern', 'ExtGState']) {
        const entries = dictEntry(this.#dict, key)
        if (entries !== undefined) this.#dict.set(PDFName.of(key), entries.clone(this.#context))
      }
      this.#isCopy = true
    }
    const entries = dictEntry(this.#dict, category)
    if (entries !== undefined) return entries
    const created = PDFDict.withContext(this.#context)
    this.#dict.set(PDFName.of(category), created)
    return created
  }
}
