/** Adds an invisible text layer to a PDF as an incremental update, without changing a byte of the original. */
import type { OcrPage } from '../../text/ocr-page.ts'
import { fontObjectCount, fontObjects, numberFont, type PdfObject, writeObject } from '../glyphless-font.ts'
import { invisibleText, type ToPdf } from '../invisible-text.ts'
import { openObjects, type PdfObjects } from './pdf-objects.ts'
import { findPages, type PdfPageObject } from './pdf-pages.ts'
import { PdfSyntaxError, readArray, readDictionary, writeDictionary } from './pdf-syntax.ts'

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
