/** Turns colors into shades of gray: operators of content streams, color spaces, images; text stays text. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { grayscalePdf } from '@filesmith/contract/operations/pdf/grayscale-pdf'
import type { z } from 'zod'
import { assembleForEditing } from '../assemble/assemble.ts'
import { grayContent } from '../gray/gray-content.ts'
import { GraySpaces, grayArray } from '../gray/gray-spaces.ts'
import type { PdfReport } from '../job.ts'
import { readQpdfObjects, updateObjects } from '../qpdf/pdf-document.ts'
import {
  dictOf,
  type IndirectObject,
  isDictionary,
  isReference,
  type PdfDict,
  type PdfValue,
} from '../qpdf/pdf-value.ts'
import { readPages } from '../qpdf/read-pages.ts'
import { runQpdf } from '../qpdf/run-qpdf.ts'
import { writeResult } from '../qpdf/write-result.ts'
import type { TaskRun } from './task.ts'

/** Streams that are in memory at the same time. */
const batchSize = 8
/** They must be CIE-based, and are not used once there are no device colors. */
const defaultSpaces = ['/DefaultGray', '/DefaultRGB', '/DefaultCMYK']

export async function grayscale(
  { job, report }: TaskRun,
  options: z.output<typeof grayscalePdf.options>,
): Promise<PdfReport> {
  const { path: assembled, warnings } = await assembleForEditing(job, options.pages)
  const path = join(job.outFolder, 'coalesced.pdf')
  await runQpdf([
    assembled,
    '--coalesce-contents',
    '--externalize-inline-images',
    '--ii-min-bytes=0',
    '--stream-data=preserve',
    path,
  ])
  const { objects, maxId } = await readQpdfObjects(path, 'all')
  const changes = new Map<string, IndirectObject>()
  let lastId = maxId
  const spaces = new GraySpaces({
    objects,
    changes,
    dataOf: async reference => (await readStreams(path, [reference])).get(reference)?.data,
    add: object => {
      const reference = `${++lastId} 0 R`
      changes.set(reference, object)
      return reference
    },
  })
  report(20, 'pages')

  const inlineImages = await grayContents({ path, objects, changes, outFolder: job.outFolder })
  report(40, 'pages')
  const images = [...objects]
    .filter(([, object]) => isColorImage(object, spaces))
    .map(([reference]) => reference)
  const { grayPdfImage } = await import('../gray/gray-pdf-image.ts')
  let converted = 0
  for (const batch of batchesOf(images)) {
    for (const [reference, { dict, data }] of await readStreams(path, batch)) {
      const image = await grayPdfImage(dict, data, spaces.kindOf(dict['/ColorSpace']), job.maxPixels)
      if (image !== undefined)
        changes.set(reference, await fileStream(job.outFolder, reference, image.dict, image.data))
    }
    converted += batch.length
    report(40 + (40 * converted) / images.length, 'pages')
  }
  const unknownImages = [...objects.values()].filter(isImageWithoutSpace).length
  await grayDictionaries(objects, changes, spaces)
  const gray = join(job.outFolder, 'gray.pdf')
  await updateObjects({ path, resultPath: gray }, changes)
  report(90, 'pages')
  await writeResult(job, gray)
  const left = [
    ...(inlineImages > 0 ? ['small images inside the content of pages'] : []),
    ...(unknownImages > 0 ? ['JPEG 2000 images without a color space'] : []),
    ...(spaces.unconverted > 0 ? ['colors in color spaces that cannot be converted'] : []),
  ]
  return {
    notes: left.length === 0 ? [] : [`Some parts may still have color: ${left.join(', ')}.`],
    warnings: [...warnings],
  }
}

/** Returns the number of streams that have inline images with color. */
async function grayContents({
  path,
  objects,
  changes,
  outFolder,
}: {
  readonly path: string
  readonly objects: ReadonlyMap<string, IndirectObject>
  readonly changes: Map<string, IndirectObject>
  readonly outFolder: string
}): Promise<number> {
  let inlineImages = 0
  for (const batch of batchesOf(await contentStreams(path, objects)))
    for (const [reference, { dict, data }] of await readStreams(path, batch)) {
      const { content, hasInlineColor } = grayContent(data.toString('latin1'))
      if (hasInlineColor) inlineImages++
      changes.set(reference, await fileStream(outFolder, reference, dict, Buffer.from(content, 'latin1')))
    }
  return inlineImages
}

/** Color spaces of resources, images and shadings, and colors of annotations. */
async function grayDictionaries(
  objects: ReadonlyMap<string, IndirectObject>,
  changes: Map<string, IndirectObject>,
  spaces: GraySpaces,
): Promise<void> {
  for (const [reference, object] of objects) {
    const current = changes.get(reference) ?? object
    const before = current.stream?.dict ?? current.value ?? null
    const after = await grayValue(before, spaces)
    if (JSON.stringify(after) === JSON.stringify(before)) continue
    const isStream = current.stream !== undefined && isDictionary(after)
    changes.set(reference, isStream ? { stream: { ...current.stream, dict: after } } : { value: after })
  }
}

function isImageWithoutSpace(object: IndirectObject): boolean {
  const dict = dictOf(object)
  return dict['/Subtype'] === '/Image' && dict['/ColorSpace'] === undefined && dict['/ImageMask'] !== true
}

/** Contents of pages, forms, tiling patterns and glyphs of Type 3 fonts. */
async function contentStreams(path: string, objects: ReadonlyMap<string, IndirectObject>): Promise<string[]> {
  const { pages } = await readPages(path)
  const found = new Set(pages.flatMap(({ contents }) => contents))
  for (const [reference, object] of objects) {
    const dict = dictOf(object)
    if (object.stream !== undefined && (dict['/Subtype'] === '/Form' || dict['/PatternType'] === 1))
      found.add(reference)
    const glyphs = dict['/CharProcs']
    const glyphDict = isReference(glyphs) ? dictOf(objects.get(glyphs)) : isDictionary(glyphs) ? glyphs : {}
    for (const glyph of Object.values(glyphDict)) if (isReference(glyph)) found.add(glyph)
  }
  return [...found].filter(reference => objects.get(reference)?.stream !== undefined)
}

function isColorImage(object: IndirectObject, spaces: GraySpaces): boolean {
  const dict = object.stream?.dict
  if (dict?.['/Subtype'] !== '/Image' || dict['/ImageMask'] === true) return false
  const kind = spaces.kindOf(dict['/ColorSpace'])
  return kind === 'rgb' || kind === 'cmyk'
}

async function grayValue(value: PdfValue, spaces: GraySpaces): Promise<PdfValue> {
  if (Array.isArray(value)) return Promise.all(value.map(item => grayValue(item, spaces)))
  if (!isDictionary(value)) return value
  const isAnnotation = '/Rect' in value && '/Subtype' in value
  const result: Record<string, PdfValue> = {}
  for (const [key, item] of Object.entries(value))
    result[key] = await grayEntry(key, item, isAnnotation, spaces)
  return result
}

async function grayEntry(
  key: string,
  item: PdfValue,
  isAnnotation: boolean,
  spaces: GraySpaces,
): Promise<PdfValue> {
  if (key === '/ColorSpace') return isDictionary(item) ? graySpaceMap(item, spaces) : spaces.convert(item)
  if (isAnnotation && (key === '/C' || key === '/IC')) return grayArray(item)
  if (key === '/BG' || key === '/BC') return grayArray(item)
  if (key === '/DA' && typeof item === 'string') return grayContent(item).content
  return grayValue(item, spaces)
}

async function graySpaceMap(map: { [key: string]: PdfValue }, spaces: GraySpaces): Promise<PdfValue> {
  const result: Record<string, PdfValue> = {}
  for (const [name, space] of Object.entries(map))
    result[name] = defaultSpaces.includes(name) ? space : await spaces.convert(space)
  return result
}

async function readStreams(path: string, references: readonly string[]) {
  const { objects } = await readQpdfObjects(path, references, ['--json-stream-data=inline'])
  return new Map(
    [...objects].flatMap(([reference, { stream }]) =>
      stream?.data === undefined
        ? []
        : [[reference, { dict: stream.dict, data: Buffer.from(stream.data, 'base64') }] as const],
    ),
  )
}

/** In a file, so that not all streams are in memory. */
async function fileStream(
  outFolder: string,
  reference: string,
  dict: PdfDict,
  data: Buffer,
): Promise<IndirectObject> {
  const datafile = join(outFolder, `gray-${Number.parseInt(reference, 10)}`)
  await writeFile(datafile, data)
  const { '/Length': _, ...kept } = dict
  return { stream: { dict: kept, datafile } }
}

function batchesOf(references: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(references.length / batchSize) }, (_, batch) =>
    references.slice(batch * batchSize, (batch + 1) * batchSize),
  )
}
