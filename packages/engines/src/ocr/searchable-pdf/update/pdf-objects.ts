/** Locates the objects of a PDF through its cross-reference tables and streams. */
import { inflateSync } from 'node:zlib'
import {
  type PdfDictionary,
  PdfSyntaxError,
  readArray,
  readDictionary,
  referenceOf,
  skipSpace,
} from './pdf-syntax.ts'

export interface PdfObjects {
  readonly trailer: PdfDictionary
  /** Of the newest cross-reference section. */
  readonly xrefOffset: number
  readonly usesXrefStreams: boolean
  /** Source text of the object; for a stream, only its dictionary. */
  object(number: number): string
  /** Resolves references. */
  value(value: string | undefined): string | undefined
}

type ObjectLocation =
  | { readonly kind: 'offset'; readonly offset: number }
  | { readonly kind: 'packed'; readonly stream: number; readonly index: number }

const maxXrefSections = 1000
const maxObjectText = 4 * 1024 * 1024

export function openObjects(file: Buffer): PdfObjects {
  const locations = new Map<number, ObjectLocation>()
  const objectStreams = new Map<number, readonly string[]>()
  const xrefOffset = findStartXref(file)
  const first = readXrefSections(file, xrefOffset, locations)

  function object(number: number): string {
    const location = locations.get(number)
    if (location === undefined) throw new PdfSyntaxError(`Object ${number} is missing`)
    if (location.kind === 'offset') return objectAt(file, location.offset, number).text
    const texts = objectStreams.get(location.stream) ?? readObjectStream(location.stream)
    const text = texts[location.index]
    if (text === undefined) throw new PdfSyntaxError(`Object ${number} is missing`)
    return text
  }

  function readObjectStream(number: number): readonly string[] {
    const location = locations.get(number)
    if (location?.kind !== 'offset') throw new PdfSyntaxError('Packed objects are missing')
    const { dictionary, data } = streamAt(file, location.offset, number, value)
    const text = data.toString('latin1')
    const count = Number(dictionary.get('N'))
    const start = Number(dictionary.get('First'))
    const numbers = text.slice(0, start).trim().split(/\s+/).map(Number)
    const offsets = Array.from({ length: count }, (_, index) => numbers[2 * index + 1] ?? Number.NaN)
    const texts = offsets.map((offset, index) =>
      text.slice(start + offset, start + (offsets[index + 1] ?? text.length)),
    )
    objectStreams.set(number, texts)
    return texts
  }

  function value(raw: string | undefined): string | undefined {
    let found = raw
    for (let depth = 0; depth < 20; depth += 1) {
      const number = referenceOf(found?.trim())
      if (number === undefined) return found?.trim()
      found = object(number)
    }
    throw new PdfSyntaxError('References go in a circle')
  }

  return { trailer: first.trailer, xrefOffset, usesXrefStreams: first.isXrefStream, object, value }
}

function findStartXref(file: Buffer): number {
  const end = file.subarray(-2048).toString('latin1')
  const found = [...end.matchAll(/startxref\s+(\d+)/g)].at(-1)
  if (!found) throw new PdfSyntaxError('The table of objects is missing')
  return Number(found[1])
}

function readXrefSections(file: Buffer, start: number, locations: Map<number, ObjectLocation>) {
  let first: { trailer: PdfDictionary; isXrefStream: boolean } | undefined
  const seen = new Set<number>()
  const waiting = [start]
  for (let offset = waiting.shift(); offset !== undefined; offset = waiting.shift()) {
    if (seen.has(offset) || seen.size > maxXrefSections) continue
    seen.add(offset)
    const isXrefStream = !file
      .subarray(offset, offset + 40)
      .toString('latin1')
      .trimStart()
      .startsWith('xref')
    const trailer = isXrefStream
      ? readXrefStream(file, offset, locations)
      : readXrefTable(file, offset, locations)
    first ??= { trailer, isXrefStream }
    for (const name of ['XRefStm', 'Prev']) {
      const next = Number(trailer.get(name))
      if (Number.isSafeInteger(next) && next > 0) waiting.push(next)
    }
  }
  if (!first) throw new PdfSyntaxError('The table of objects is missing')
  return first
}

function readXrefTable(file: Buffer, offset: number, locations: Map<number, ObjectLocation>): PdfDictionary {
  const trailerAt = file.indexOf('trailer', offset)
  if (trailerAt < 0) throw new PdfSyntaxError('The trailer is missing')
  const lines = file.subarray(offset, trailerAt).toString('latin1').trim().split(/\s+/).slice(1)
  for (let at = 0; at + 1 < lines.length; ) {
    const [start, count] = [Number(lines[at]), Number(lines[at + 1])]
    at += 2
    for (let index = 0; index < count; index += 1, at += 3) {
      const number = start + index
      if (lines[at + 2] === 'n' && !locations.has(number))
        locations.set(number, { kind: 'offset', offset: Number(lines[at]) })
    }
  }
  return readDictionary(textFrom(file, trailerAt + 'trailer'.length))
}

function readXrefStream(file: Buffer, offset: number, locations: Map<number, ObjectLocation>): PdfDictionary {
  const { dictionary, data } = streamAt(file, offset, undefined, raw => raw)
  const widths = readArray(dictionary.get('W') ?? '[]').map(Number)
  const [kindBytes = 0, oneBytes = 0, otherBytes = 0] = widths
  const ranges = readArray(dictionary.get('Index') ?? `[0 ${dictionary.get('Size')}]`).map(Number)
  let at = 0
  const take = (bytes: number) => {
    let number = 0
    for (let index = 0; index < bytes; index += 1) number = number * 256 + (data[at + index] ?? 0)
    at += bytes
    return number
  }
  for (let range = 0; range + 1 < ranges.length; range += 2)
    for (let index = 0; index < (ranges[range + 1] ?? 0); index += 1) {
      const number = (ranges[range] ?? 0) + index
      const kind = kindBytes === 0 ? 1 : take(kindBytes)
      const [one, other] = [take(oneBytes), take(otherBytes)]
      if (locations.has(number)) continue
      if (kind === 1) locations.set(number, { kind: 'offset', offset: one })
      else if (kind === 2) locations.set(number, { kind: 'packed', stream: one, index: other })
    }
  return dictionary
}

function textFrom(file: Buffer, offset: number): string {
  return file.subarray(offset, offset + maxObjectText).toString('latin1')
}

function objectAt(file: Buffer, offset: number, number: number | undefined): { text: string; start: number } {
  // Most objects are small; read more only if the end was not found.
  for (const bytes of [4096, maxObjectText]) {
    const text = file.subarray(offset, offset + bytes).toString('latin1')
    const head = /^\s*(\d+)\s+\d+\s+obj/.exec(text)
    if (!head || (number !== undefined && Number(head[1]) !== number))
      throw new PdfSyntaxError(`Object ${number ?? ''} is not where it should be`)
    const end = /(?<![A-Za-z])(?:stream\r?\n|endobj)/.exec(text)
    if (end) return { text: text.slice(head[0].length, end.index), start: offset + end.index + end[0].length }
  }
  throw new PdfSyntaxError('An object does not end')
}

function streamAt(
  file: Buffer,
  offset: number,
  number: number | undefined,
  resolve: (raw: string | undefined) => string | undefined,
): { dictionary: PdfDictionary; data: Buffer } {
  const { text, start } = objectAt(file, offset, number)
  const dictionary = readDictionary(text)
  const length = Number(resolve(dictionary.get('Length')))
  if (!Number.isSafeInteger(length)) throw new PdfSyntaxError('A stream has no length')
  const raw = file.subarray(start, start + length)
  const filter = dictionary.get('Filter')?.replace(/[[\]\s]/g, '')
  if (filter === undefined) return { dictionary, data: raw }
  if (filter !== '/FlateDecode') throw new PdfSyntaxError(`The filter ${filter} is not supported`)
  return { dictionary, data: undoPredictor(inflateSync(raw), dictionary.get('DecodeParms')) }
}

/** Cross-reference streams often use PNG predictors. */
function undoPredictor(data: Buffer, parameters: string | undefined): Buffer {
  const dictionary =
    parameters === undefined ? undefined : readDictionary(parameters, skipSpace(parameters, 0))
  const predictor = Number(dictionary?.get('Predictor') ?? 1)
  if (predictor === 1) return data
  if (predictor < 10) throw new PdfSyntaxError('This predictor is not supported')
  return undoPngPredictor(data, Number(dictionary?.get('Columns') ?? 1))
}

function undoPngPredictor(data: Buffer, columns: number): Buffer {
  const rows = Math.floor(data.length / (columns + 1))
  const result = Buffer.alloc(rows * columns)
  const at = (row: number, column: number) =>
    row < 0 || column < 0 ? 0 : (result[row * columns + column] as number)
  for (let row = 0; row < rows; row += 1) {
    const start = row * (columns + 1)
    for (let column = 0; column < columns; column += 1) {
      const guess = pngPrediction(
        data[start],
        at(row, column - 1),
        at(row - 1, column),
        at(row - 1, column - 1),
      )
      result[row * columns + column] = (data[start + 1 + column] as number) + guess
    }
  }
  return result
}

function pngPrediction(kind: number | undefined, left: number, above: number, corner: number): number {
  if (kind === 1) return left
  if (kind === 2) return above
  if (kind === 3) return Math.floor((left + above) / 2)
  if (kind !== 4) return 0
  const guess = left + above - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? above : corner
}
