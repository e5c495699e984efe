/** Encodes the images of a document again, each only if it becomes clearly smaller. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import type { PdfDocument } from '../qpdf/pdf-document.ts'
import type { PdfDict } from '../qpdf/pdf-value.ts'
import { drawImages } from './draw-images.ts'
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
