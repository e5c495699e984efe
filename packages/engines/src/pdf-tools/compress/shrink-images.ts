/** Encodes the images of a document again, each only if it becomes clearly smaller. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import type { PdfDocument } from '../qpdf/pdf-document.ts'
import { type DumpedStream, dumpStreams } from './dump-streams.ts'
import { encodeImage, type ImageEffort } from './encode-image.ts'
import type { ShownImage } from './find-images.ts'
import { type ReadableImage, readableImage } from './read-pixels.ts'

export interface ShrunkImages {
  /** By object number, with files of their data. */
  readonly changed: ReadonlyMap<number, DumpedStream>
  readonly savedBytes: number
  readonly reducedCount: number
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
  const changed = new Map<number, DumpedStream>()
  let savedBytes = 0
  let reducedCount = 0
  const worthwhile = given.images.filter(isWorthwhile)
  for (let start = 0; start < worthwhile.length; start += batchSize) {
    const batch = worthwhile.slice(start, start + batchSize)
    const dumped = await dumpStreams(
      given.path,
      batch.map(({ objectNumber }) => objectNumber),
      `${given.prefix}-in`,
    )
    for (const [index, image] of batch.entries()) {
      const shrunk = await shrinkImage(given, dumped.get(image.objectNumber), image, effort)
      given.onImage(start + index + 1)
      if (shrunk === undefined) continue
      changed.set(image.objectNumber, shrunk.stream)
      savedBytes += shrunk.savedBytes
      if (shrunk.wasReduced) reducedCount++
    }
  }
  return { changed, savedBytes, reducedCount }
}

export function isWorthwhile({ dict, dpi }: ShownImage): boolean {
  return dpi !== null && Number(dict['/Width']) * Number(dict['/Height']) >= minPixels
}

async function shrinkImage(
  { document, prefix, maxPixels }: Shrinking,
  stream: DumpedStream | undefined,
  { objectNumber, dict, dpi, isMask }: ShownImage,
  effort: ImageEffort,
) {
  if (stream === undefined) return undefined
  const data = await readFile(stream.datafile)
  await rm(stream.datafile)
  const storedBytes = Number(document.resolve(dict['/Length']) ?? data.length)
  const image = readableImage(document, stream.dict, data, maxPixels)
  // Masks stay exact but for their resolution.
  if (image === undefined || (isMask && (image.isJpeg || dict['/Matte'] !== undefined))) return undefined
  const encoded = await unlessUnreadable(() => encodeImage(asMask(image, isMask), stream.dict, dpi, effort))
  if (encoded === undefined || encoded.data.length > storedBytes * (1 - minSaving)) return undefined
  const datafile = `${prefix}-out-${objectNumber}`
  await writeFile(datafile, encoded.data)
  return {
    stream: { dict: encoded.dict, datafile },
    savedBytes: storedBytes - encoded.data.length,
    wasReduced: encoded.wasReduced,
  }
}

/** The edges of a mask are seen where JPEG would leave noise. */
function asMask(image: ReadableImage, isMask: boolean): ReadableImage {
  return isMask ? { ...image, hasPalette: true } : image
}

/** A damaged image stays as it is. */
async function unlessUnreadable<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  return work().catch(() => undefined)
}
