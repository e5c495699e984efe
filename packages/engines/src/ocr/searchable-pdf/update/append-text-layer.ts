/** Adds an invisible text layer to a PDF as an incremental update, without changing a byte of the original. */
import type { OcrPage } from '../../text/ocr-page.ts'
import { fontObjectCount, fontObjects, numberFont, type PdfObject, writeObject } from '../glyphless-font.ts'
import { invisibleText, type ToPdf } from '../invisible-text.ts'
import { openObjects, type PdfObjects } from './pdf-objects.ts'
import {
  type PdfDictionary,
  PdfSyntaxError,
  readArray,
  readDictionary,
  referenceOf,
  writeDictionary,
} from './pdf-syntax.ts'

const fontName = 'FilesmithWords'

/** Returns the bytes to append; throws PdfSyntaxError if the structure of the file is not supported. */
export function appendTextLayer(file: Buffer, pages: readonly OcrPage[]): Buffer {
  const objects = openObjects(file)
  if (objects.trailer.has('Encrypt')) throw new PdfSyntaxError('The file is protected')
  const found = findPages(objects)
  const size = Number(objects.trailer.get('Size'))
  if (!Number.isSafeInteger(size)) throw new PdfSyntaxError('The number of objects is missing')
  const font = numberFont(size)
  const opening = size + fontObjectCount
  let next = opening + 1
  const changed: PdfObject[] = [
    ...fontObjects(font),
    { number: opening, dictionary: '', stream: Buffer.from('q\n', 'latin1') },
  ]
  for (const page of pages) {
    const object = found[page.page - 1]
    if (object === undefined) throw new PdfSyntaxError('A page is missing')
    const text = invisibleText(page, fontName, toPdf(page, object))
    if (text === '') continue
    changed.push({ number: next, dictionary: '', stream: Buffer.from(`\nQ\n${text}\n`, 'latin1') })
    changed.push(updatedPage(objects, object, [opening, next], font.font))
    next += 1
  }
  return writeUpdate(file.length, objects, changed, next)
}

/** Maps the upright page through the OCR rotation and the page's /Rotate to PDF user space. */
function toPdf({ placement }: OcrPage, { box, rotate }: PdfPageObject): ToPdf {
  const [left, bottom, right, top] = box
  return (x, y) => {
    const [seenX, seenY] = rotateBack(x, y, placement)
    if (rotate === 0) return [left + seenX, top - seenY]
    if (rotate === 90) return [left + seenY, bottom + seenX]
    if (rotate === 180) return [right - seenX, bottom + seenY]
    return [right - seenY, top - seenX]
  }
}

function rotateBack(
  x: number,
  y: number,
  { rotation, width, height }: OcrPage['placement'],
): readonly [number, number] {
  if (rotation === 90) return [y, width - x]
  if (rotation === 180) return [width - x, height - y]
  if (rotation === 270) return [height - y, x]
  return [x, y]
}

function updatedPage(
  objects: PdfObjects,
  page: PdfPageObject,
  [opening, words]: readonly [number, number],
  font: number,
): PdfObject {
  const fonts = objects.value(page.resources.get('Font'))
  const allFonts = new Map(fonts === undefined ? [] : readDictionary(fonts))
  allFonts.set(fontName, `${font} 0 R`)
  const resources = new Map(page.resources)
  resources.set('Font', writeDictionary(allFonts))
  const dictionary = new Map(page.dictionary)
  dictionary.set('Resources', writeDictionary(resources))
  const contents = contentsOf(objects, page.dictionary.get('Contents'))
  dictionary.set('Contents', `[${[`${opening} 0 R`, ...contents, `${words} 0 R`].join(' ')}]`)
  return { number: page.number, dictionary: writeDictionary(dictionary) }
}

function contentsOf(objects: PdfObjects, raw: string | undefined): readonly string[] {
  if (raw === undefined) return []
  const value = objects.value(raw)
  return value?.startsWith('[') ? readArray(value) : [raw]
}

function writeUpdate(
  offset: number,
  objects: PdfObjects,
  changed: readonly PdfObject[],
  size: number,
): Buffer {
  const parts: Buffer[] = [Buffer.from('\n')]
  const offsets = new Map<number, number>()
  let length = offset + 1
  for (const object of changed) {
    const bytes = writeObject(object)
    offsets.set(object.number, length)
    parts.push(bytes)
    length += bytes.length
  }
  parts.push(
    objects.usesXrefStreams
      ? xrefStream(objects, offsets, size, length)
      : xrefTable(objects, offsets, size, length),
  )
  parts.push(Buffer.from(`startxref\n${length}\n%%EOF\n`, 'latin1'))
  return Buffer.concat(parts)
}

const keptInTrailer = ['Root', 'Info', 'ID'] as const

function trailerEntries(objects: PdfObjects, size: number): Map<string, string> {
  const entries = new Map<string, string>([['Size', String(size)]])
  for (const name of keptInTrailer) {
    const value = objects.trailer.get(name)
    if (value !== undefined) entries.set(name, value)
  }
  return entries.set('Prev', String(objects.xrefOffset))
}

function xrefTable(
  objects: PdfObjects,
  offsets: ReadonlyMap<number, number>,
  size: number,
  _at: number,
): Buffer {
  const lines = [...offsets]
    .sort(([one], [other]) => one - other)
    .map(([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`)
  const trailer = writeDictionary(trailerEntries(objects, size))
  return Buffer.from(`xref\n${lines.join('')}trailer\n${trailer}\n`, 'latin1')
}

/** A file with cross-reference streams is continued with one: some readers do not support mixing both kinds. */
function xrefStream(
  objects: PdfObjects,
  offsets: ReadonlyMap<number, number>,
  size: number,
  at: number,
): Buffer {
  const rows = [...offsets, [size, at] as const].sort(([one], [other]) => one - other)
  const data = Buffer.alloc(7 * rows.length)
  rows.forEach(([, offset], index) => {
    data.writeUInt8(1, 7 * index)
    data.writeUInt32BE(offset, 7 * index + 1)
  })
  const entries = trailerEntries(objects, size + 1)
  entries.set('Type', '/XRef')
  entries.set('W', '[1 4 2]')
  entries.set('Index', `[${rows.map(([number]) => `${number} 1`).join(' ')}]`)
  const dictionary = writeDictionary(entries).slice(2, -2)
  return writeObject({ number: size, dictionary, stream: data })
}

interface PdfPageObject {
  readonly number: number
  readonly dictionary: PdfDictionary
  /** Own or inherited. */
  readonly resources: PdfDictionary
  readonly box: readonly [left: number, bottom: number, right: number, top: number]
  readonly rotate: 0 | 90 | 180 | 270
}

const inheritedNames = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const
const maxDepth = 64
const letterBox = '[0 0 612 792]'

/** Walks the page tree of a PDF and resolves inherited attributes. */
function findPages(objects: PdfObjects): PdfPageObject[] {
  const catalog = objects.value(objects.trailer.get('Root'))
  const root = catalog === undefined ? undefined : readDictionary(catalog).get('Pages')
  if (root === undefined) throw new PdfSyntaxError('The list of pages is missing')
  const pages: PdfPageObject[] = []
  const visit = (reference: string, inherited: PdfDictionary, depth: number) => {
    const number = referenceOf(reference.trim())
    // A generation other than 0 means that object numbers were reused, which is too rare to support.
    if (number === undefined || !/\s0\s+R$/.test(reference.trim()) || depth > maxDepth)
      throw new PdfSyntaxError('The list of pages is broken')
    const own = readDictionary(objects.object(number))
    const all = new Map(inherited)
    for (const name of inheritedNames) {
      const value = own.get(name)
      if (value !== undefined) all.set(name, value)
    }
    const kids = own.get('Kids')
    if (kids === undefined) pages.push(pageOf(objects, number, own, all))
    else for (const kid of readArray(objects.value(kids) ?? '[]')) visit(kid, all, depth + 1)
  }
  visit(root, new Map(), 0)
  return pages
}

function pageOf(
  objects: PdfObjects,
  number: number,
  dictionary: PdfDictionary,
  all: PdfDictionary,
): PdfPageObject {
  if (dictionary.has('UserUnit')) throw new PdfSyntaxError('Pages with a UserUnit are not supported')
  const resources = objects.value(all.get('Resources'))
  const media = boxOf(objects, all.get('MediaBox') ?? letterBox)
  const cropBox = all.get('CropBox')
  const crop = cropBox === undefined ? media : boxOf(objects, cropBox)
  const box = [
    Math.max(media[0], crop[0]),
    Math.max(media[1], crop[1]),
    Math.min(media[2], crop[2]),
    Math.min(media[3], crop[3]),
  ] as const
  const degrees = Number(objects.value(all.get('Rotate')) ?? 0)
  return {
    number,
    dictionary,
    resources: resources === undefined ? new Map() : readDictionary(resources),
    box: box[2] > box[0] && box[3] > box[1] ? box : media,
    rotate: ((((Math.round(degrees / 90) * 90) % 360) + 360) % 360) as PdfPageObject['rotate'],
  }
}

function boxOf(objects: PdfObjects, raw: string): readonly [number, number, number, number] {
  const [x0, y0, x1, y1] = readArray(objects.value(raw) ?? '[]').map(value => Number(objects.value(value)))
  if ([x0, y0, x1, y1].some(value => value === undefined || !Number.isFinite(value)))
    throw new PdfSyntaxError('A page has no size')
  const [a, b, c, d] = [x0, y0, x1, y1] as [number, number, number, number]
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
}
