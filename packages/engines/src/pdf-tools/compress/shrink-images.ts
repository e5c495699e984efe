/** Encodes the images of a document again, each only if it becomes clearly smaller. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { openForRendering, renderPage } from '../../pdf/render/render-page.ts'
import type { PdfDocument } from '../qpdf/pdf-document.ts'
import { type PdfDict, referenceTo } from '../qpdf/pdf-value.ts'
import { type DumpedStream, dumpStreams } from './dump-streams.ts'
import { encodeImage, type ImageEffort } from './encode-image.ts'
import type { ShownImage } from './find-images.ts'
import { canBeChanged, drawnImage, paletteNumber, type ReadableImage, readableImage } from './read-pixels.ts'

export interface ShrunkImages {
  /** By object number, with files of their data. */
  readonly changed: ReadonlyMap<number, DumpedStream>
  readonly reducedCount: number
  /** One of them is black and white, with twice the resolution. */
  readonly hasReducedBilevel: boolean
  /** Images whose colors are now those of a screen. */
  readonly recoloredCount: number
  /** Images that cannot be written again. */
  readonly leftCount: number
}

interface Shrinking {
  readonly path: string
  readonly document: PdfDocument
  readonly images: readonly ShownImage[]
  /** For files of the data of images. */
  readonly prefix: string
  readonly maxPixels: number
  readonly onImage: (done: number) => void
}

/** Smaller ones are icons and rules. */
const minPixels = 1024
/** Less is not worth a second loss. */
const minSaving = 0.08
/** Dumped and held together. */
const batchSize = 16

export async function shrinkImages(given: Shrinking, effort: ImageEffort): Promise<ShrunkImages> {
  const { document, maxPixels } = given
  const changed = new Map<number, DumpedStream>()
  let [reducedCount, recoloredCount] = [0, 0]
  let hasReducedBilevel = false
  const shown = given.images.filter(image => isWorthwhile(image, effort))
  const worthwhile = shown.filter(({ dict }) => canBeChanged(document, dict, maxPixels))
  let leftCount = given.images.filter(({ dpi }) => dpi === null).length + shown.length - worthwhile.length
  for (let start = 0; start < worthwhile.length; start += batchSize) {
    const batch = await openBatch(given, worthwhile.slice(start, start + batchSize), effort)
    try {
      for (const [index, image] of batch.images.entries()) {
        const found = await batch.read(image)
        given.onImage(start + index + 1)
        if (found === undefined) leftCount++
        const shrunk = found && (await shrinkImage(given, found, image, effort))
        if (shrunk === undefined) continue
        changed.set(image.objectNumber, shrunk.stream)
        if (shrunk.wasReduced) reducedCount++
        hasReducedBilevel ||= shrunk.wasReduced && found?.image.isBilevel === true
        if (found?.changesColors) recoloredCount++
      }
    } finally {
      await batch.close()
    }
  }
  return { changed, reducedCount, hasReducedBilevel, recoloredCount, leftCount }
}

export function isWorthwhile({ dict, dpi }: ShownImage, { isLeast }: ImageEffort): boolean {
  return dpi !== null && (isLeast === true || Number(dict['/Width']) * Number(dict['/Height']) >= minPixels)
}

interface FoundImage {
  readonly image: ReadableImage
  /** Without the filters that were decoded. */
  readonly dict: PdfDict
  readonly changesColors: boolean
}

interface ImageBatch {
  readonly images: readonly ShownImage[]
  /** Undefined for an image that is damaged or keeps its colors. */
  readonly read: (image: ShownImage) => Promise<FoundImage | undefined>
  readonly close: () => Promise<void>
}

async function openBatch(
  { path, document, prefix, maxPixels }: Shrinking,
  images: readonly ShownImage[],
  effort: ImageEffort,
): Promise<ImageBatch> {
  const numbersOfPalettes = new Set(images.flatMap(({ dict }) => paletteNumber(document, dict) ?? []))
  const numbers = new Set([...images.map(({ objectNumber }) => objectNumber), ...numbersOfPalettes])
  const dumped = await dumpStreams(path, [...numbers], `${prefix}-in`)
  const dataOf = async (number: number) => {
    const stream = dumped.get(number)
    return stream && (await readFile(stream.datafile))
  }
  const palettes = new Map<number, Buffer>()
  for (const number of numbersOfPalettes) {
    const palette = await dataOf(number)
    if (palette !== undefined) palettes.set(number, palette)
  }
  const readHere = async ({ objectNumber, dict: given }: ShownImage) => {
    const dict = dumped.get(objectNumber)?.dict ?? given
    const data = await dataOf(objectNumber)
    const image = data && readableImage({ document, palettes, maxPixels }, dict, data)
    return image && { image, dict, changesColors: false }
  }
  const others: ShownImage[] = []
  for (const image of images)
    if ((effort.isLeast || !drawnImage(document, image.dict).changesColors) && !(await readHere(image)))
      others.push(image)
  const drawn =
    others.length === 0
      ? undefined
      : await unlessUnreadable(() => drawImages(document, others, `${prefix}-drawn`, maxPixels))
  return {
    images,
    async read(shown) {
      const index = others.indexOf(shown)
      if (index < 0) return readHere(shown)
      const image = await unlessUnreadable(async () => drawn?.open(index))
      const { changesColors } = drawnImage(document, shown.dict)
      return image && { image, dict: shown.dict, changesColors }
    },
    async close() {
      drawn?.close()
      for (const { datafile } of dumped.values()) await rm(datafile)
    },
  }
}

async function shrinkImage(
  { document, prefix }: Shrinking,
  { image, dict }: FoundImage,
  { objectNumber, dict: stored, dpi, isMask }: ShownImage,
  effort: ImageEffort,
) {
  // Masks stay exact but for their resolution.
  if (isMask && image.isJpeg && !effort.isLeast) return undefined
  const storedBytes = Number(document.resolve(stored['/Length']) ?? 0)
  const encoded = await unlessUnreadable(() => encodeImage(asMask(image, isMask), dict, dpi, effort))
  const maxBytes = effort.isLeast ? storedBytes - 1 : storedBytes * (1 - minSaving)
  if (encoded === undefined || encoded.data.length > maxBytes) return undefined
  const datafile = `${prefix}-out-${objectNumber}`
  await writeFile(datafile, encoded.data)
  return { stream: { dict: encoded.dict, datafile }, wasReduced: encoded.wasReduced }
}

/** The edges of a mask are seen where JPEG would leave noise. */
function asMask(image: ReadableImage, isMask: boolean): ReadableImage {
  return isMask ? { ...image, hasPalette: true } : image
}

/** A damaged image stays as it is. */
async function unlessUnreadable<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  return work().catch(() => undefined)
}

/** Pixels of images that only PDFium decodes (JPEG 2000, JBIG2, fax data, inks): each is drawn on a page of its size. */
type Color = readonly [red: number, green: number, blue: number]
/** Under the image: where nothing else is seen, it could not be decoded. */
const background: Color = [255, 0, 255]
/** Under a stencil, which is painted in black. */
const white: Color = [255, 255, 255]

interface DrawnImages {
  /** Undefined for an image that PDFium cannot decode. */
  open(index: number): Promise<ReadableImage | undefined>
  close(): void
}

async function drawImages(
  document: PdfDocument,
  images: readonly ShownImage[],
  prefix: string,
  maxPixels: number,
): Promise<DrawnImages> {
  const path = `${prefix}.pdf`
  await writePages(document, images, path)
  const opened = await openForRendering(await readFile(path), { maxPages: images.length, maxPixels })
  await rm(path)
  return {
    async open(index) {
      const image = images[index]
      if (image === undefined) return undefined
      const rendered = await renderPage(opened.getPage(index), 72, maxPixels)
      const { data, info } = await rendered.raw().toBuffer({ resolveWithObject: true })
      const { width, height } = info
      const isWhole = width === Number(image.dict['/Width']) && height === Number(image.dict['/Height'])
      return isWhole && !hasOnly(data, backgroundOf(image))
        ? readable(document, image, { data, width, height })
        : undefined
    },
    close: () => opened.destroy(),
  }
}

async function writePages(document: PdfDocument, images: readonly ShownImage[], path: string): Promise<void> {
  const drawn = document.copy()
  const kids = images.map(image => {
    const { objectNumber, dict } = image
    const { '/SMask': _soft, '/Mask': _mask, '/OC': _layer, ...bare } = dict
    drawn.set(objectNumber, bare)
    const [width, height] = [Number(dict['/Width']), Number(dict['/Height'])]
    const size = `${width} 0 0 ${height} 0 0 cm`
    const under = backgroundOf(image).map(value => value / 255)
    const content = `q ${size} ${under.join(' ')} rg 0 0 1 1 re f Q 0 g ${size} /Image Do`
    return drawn.add({
      '/Type': '/Page',
      '/MediaBox': [0, 0, width, height],
      '/Resources': { '/XObject': { '/Image': referenceTo(objectNumber) } },
      '/Contents': drawn.setStream({ dict: {}, data: Buffer.from(content).toString('base64') }),
    })
  })
  const pages = drawn.add({ '/Type': '/Pages', '/Kids': kids, '/Count': kids.length })
  const root = drawn.add({ '/Type': '/Catalog', '/Pages': pages })
  await drawn.save(path, { trailer: { '/Root': root }, workFolder: `${path}.work` })
}

interface Drawn {
  /** Red, green and blue. */
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

function readable(
  document: PdfDocument,
  { dict }: ShownImage,
  { data, width, height }: Drawn,
): ReadableImage {
  const { isBilevel, hasPalette } = drawnImage(document, dict)
  const isGray = isBilevel || data.every((value, index) => value === data[index - (index % 3)])
  const colors: PdfDict =
    dict['/ImageMask'] === true
      ? { '/ImageMask': true }
      : { '/ColorSpace': isGray ? '/DeviceGray' : '/DeviceRGB' }
  return {
    width,
    height,
    channels: isGray ? 1 : 3,
    isJpeg: false,
    isBilevel,
    hasPalette,
    colors,
    open: () => sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false }),
  }
}

function backgroundOf({ dict }: ShownImage): Color {
  return dict['/ImageMask'] === true ? white : background
}

function hasOnly(data: Buffer, color: Color): boolean {
  return data.every((value, index) => value === color[index % 3])
}
