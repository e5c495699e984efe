/** Large documents are redacted without the bytes of their images: those that nothing changes are restored from disk into the result. */
import { randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  type PDFObject,
  type PDFPageLeaf,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib'
import { dumpStreams } from '../compress/dump-streams.ts'
import { readQpdfObjects, updateObjects } from '../qpdf/pdf-document.ts'
import { type IndirectObject, isDictionary, type PdfDict, referenceTo } from '../qpdf/pdf-value.ts'
import { readObjects } from '../qpdf/read-objects.ts'
import { annotationsOf } from './clean-annotations.ts'
import { stripMetadataSegments } from './jpeg-metadata.ts'
import { entryOf, nameOf } from './pdf-objects.ts'

const minImageBytes = 16_384
/** Random, so that no document has streams that are taken for tokens. */
const tokenStart = `${randomUUID()} `
const maxTokenLength = tokenStart.length + 10

/** Stands for the bytes of an image of the document that was prepared for redaction. */
const tokenOf = (objectNumber: number) => `${tokenStart}${objectNumber}`

/** Writes the document with tokens instead of its large images, except those that are to be held. */
export async function setImagesAside(
  path: string,
  lightPath: string,
  held: ReadonlySet<number>,
): Promise<void> {
  const objects = await readObjects(path)
  const changes = new Map<string, IndirectObject>()
  for (let number = 1; number <= objects.maxNumber; number++) {
    const dict = held.has(number) ? undefined : largeImage(objects.body(number))
    const data = Buffer.from(tokenOf(number)).toString('base64')
    if (dict !== undefined) changes.set(referenceTo(number), { stream: { dict, data } })
  }
  const args = ['--stream-data=preserve', '--object-streams=preserve']
  await updateObjects({ path, resultPath: lightPath, args }, changes)
  await rm(`${lightPath}.json`)
}

/** Readers decode stencils before they report them, so that these stay. */
function largeImage(body: string | undefined): PdfDict | undefined {
  if (body?.startsWith('"stream"') !== true || !body.includes('"/Subtype": "/Image"')) return undefined
  const { stream }: IndirectObject = JSON.parse(`{${body}}`)
  const dict = stream?.dict
  if (!isDictionary(dict) || dict['/Subtype'] !== '/Image' || dict['/ImageMask'] === true) return undefined
  return Number(dict['/Length']) >= minImageBytes ? dict : undefined
}

/** Number of the image in the document that was prepared; undefined for one that is here. */
export function numberAside(stream: PDFRawStream): number | undefined {
  if (stream.contents.length > maxTokenLength) return undefined
  const text = Buffer.from(stream.contents).toString('latin1')
  return text.startsWith(tokenStart) ? Number(text.slice(tokenStart.length)) : undefined
}

/** Images that are set aside and that a page or its annotations may show. */
export function imagesAsideOf(page: PDFPageLeaf): ReadonlySet<number> {
  const found = new Set<number>()
  const seen = new Set<PDFObject>()
  const appearances = annotationsOf(page).map(annotation => entryOf(annotation, 'AP'))
  const waiting = [page.Resources(), ...appearances]
  while (waiting.length > 0) {
    const object = waiting.pop()
    const value = object instanceof PDFRef ? page.context.lookup(object) : object
    if (value === undefined || seen.has(value)) continue
    seen.add(value)
    const number = value instanceof PDFRawStream ? numberAside(value) : undefined
    if (number !== undefined) found.add(number)
    waiting.push(...partsOf(value))
  }
  return found
}

/** Annotations and actions lead to other pages. */
function partsOf(value: PDFObject): PDFObject[] {
  if (value instanceof PDFArray) return value.asArray()
  const dict = value instanceof PDFRawStream ? value.dict : value
  if (!(dict instanceof PDFDict) || nameOf(entryOf(dict, 'Type')) === 'Page') return []
  return dict.values()
}

interface PutBack {
  readonly document: PDFDocument
  /** The file that `document` was saved to. */
  readonly editedPath: string
  /** The file with the images. */
  readonly sourcePath: string
  readonly resultPath: string
  readonly args: readonly string[]
}

/** Writes the edited document with its images again, one after the other, and without their metadata. */
export async function putImagesBack({ document, editedPath, sourcePath, resultPath, args }: PutBack) {
  const aside = new Map<string, number>()
  for (const [{ objectNumber }, object] of document.context.enumerateIndirectObjects()) {
    const number = object instanceof PDFRawStream ? numberAside(object) : undefined
    if (number !== undefined) aside.set(referenceTo(objectNumber), number)
  }
  const numbers = [...new Set(aside.values())]
  const images = await dumpStreams(sourcePath, numbers, `${resultPath}.image`, 'none')
  try {
    for (const { dict, datafile } of images.values()) {
      if (dict['/Filter'] !== '/DCTDecode') continue
      const stripped = stripMetadataSegments(await readFile(datafile))
      if (stripped !== undefined) await writeFile(datafile, stripped)
    }
    const { objects } = await readQpdfObjects(editedPath, [...aside.keys()])
    const changes = new Map<string, IndirectObject>()
    for (const [reference, number] of aside) {
      const { dict } = objects.get(reference)?.stream ?? {}
      const datafile = images.get(number)?.datafile
      if (dict === undefined || datafile === undefined)
        throw new Error('an image that was set aside is missing')
      changes.set(reference, { stream: { dict, datafile } })
    }
    await updateObjects({ path: editedPath, resultPath, args }, changes)
    await rm(`${resultPath}.json`)
  } finally {
    for (const { datafile } of images.values()) await rm(datafile, { force: true })
  }
}
