/** Opens a raw photo: developed by LibRaw, as bright as the preview of the camera, else by the LibRaw in ImageMagick, else the preview that the camera has added. */
import { holds } from '@filesmith/contract/formats'
import { readTiffDirectories } from '@filesmith/contract/sniff/tiff-directories'
import sharp from 'sharp'
import type { ImageRequest } from '../../image-request.ts'
import { JobFailure } from '../../process/job-failure.ts'
import type { DecodedPixels, EmbeddedFile } from './decoded-image.ts'
import { readRaw, readRawPreview } from './read-raw.ts'
import { decoded, onlyPage, type Source, withMagick } from './source.ts'

/*
 * Makes a developed photo as bright as the preview of the camera: sensors are exposed for their highlights, and only the
 * camera knows how much it has brightened them. One gain on linear light, found by the mean of all samples.
 */

/** A preview is compared at this width. */
const comparedPixels = 256
/** Below it, everything is of one color, as in a file without its preview. */
const leastDeviation = 2
const steps = 4096
const largest = 65_535
const stepBits = 4
const [leastGain, mostGain] = [0.25, 16]

/** Mean of its samples, 0 to 1; undefined if it cannot be read or shows nothing. */
async function meanBrightness(
  preview: DecodedPixels | EmbeddedFile | undefined,
): Promise<number | undefined> {
  if (preview === undefined || !('embedded' in preview)) return undefined
  try {
    const { channels } = await sharp(preview.embedded)
      .toColourspace('srgb')
      .resize({ width: comparedPixels, withoutEnlargement: true })
      .toBuffer()
      .then(small => sharp(small).stats())
    if (channels.every(({ stdev }) => stdev < leastDeviation)) return undefined
    return channels.reduce((sum, { mean }) => sum + mean, 0) / channels.length / 255
  } catch {
    return undefined
  }
}

/** `photo` has 16 bits. */
function matchBrightness(photo: DecodedPixels, brightness: number, bits: 8 | 16): DecodedPixels {
  const counts = new Float64Array(steps)
  for (const sample of photo.data) counts[sample >> stepBits] = (counts[sample >> stepBits] ?? 0) + 1
  const meanAt = (gain: number) =>
    counts.reduce((sum, count, step) => sum + count * brightened(step / (steps - 1), gain), 0) /
    photo.data.length
  let [low, high] = [leastGain, mostGain]
  for (let round = 0; round < 20; round++) {
    const middle = Math.sqrt(low * high)
    if (meanAt(middle) < brightness) low = middle
    else high = middle
  }
  const white = bits === 16 ? largest : 255
  const table = Uint16Array.from({ length: largest + 1 }, (_, sample) =>
    Math.round(brightened(sample / largest, low) * white),
  )
  const data = bits === 16 ? new Uint16Array(photo.data.length) : new Uint8Array(photo.data.length)
  for (let at = 0; at < data.length; at++) data[at] = table[photo.data[at] ?? 0] ?? 0
  return { ...photo, data }
}

/** A value of sRGB after a gain on its light. */
function brightened(value: number, gain: number): number {
  const light = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  const more = Math.min(1, light * gain)
  return more <= 0.0031308 ? more * 12.92 : 1.055 * more ** (1 / 2.4) - 0.055
}

/** A smaller one shows too little of the photo. */
const leastPreviewSide = 640
const maxCandidates = 32
const orientationTag = 274

export async function openRaw(file: Buffer, request: ImageRequest): Promise<Source> {
  if (request.isInspection) {
    const preview = await openPreview(file, request)
    if (preview) return preview
  }
  const bits = wants16Bits(request) ? 16 : 8
  const brightness = await meanBrightness(readRawPreview(file))
  const isBrightened = brightness === undefined
  const photo = readRaw(file, request.maxPixels, { bits: isBrightened ? bits : 16, isBrightened })
  if (photo && !isBlank(photo))
    return decoded(request, isBrightened ? photo : matchBrightness(photo, brightness, bits))
  const developed = photo ? undefined : await withNewerLibRaw(file, request)
  if (developed) return developed
  const preview = await openPreview(file, request)
  if (preview === undefined) throw new JobFailure(photo ? 'file-damaged' : 'unsupported-variant')
  return { ...preview, notes: [{ kind: 'raw-preview' }] }
}

/** LibRaw does not report missing sensor data. */
function isBlank({ data }: DecodedPixels): boolean {
  return data.every(sample => sample === data[0])
}

async function withNewerLibRaw(file: Buffer, request: ImageRequest): Promise<Source | undefined> {
  try {
    return await withMagick(file, request)
  } catch (error) {
    if (error instanceof JobFailure && error.code === 'file-damaged') return undefined
    throw error
  }
}

function wants16Bits({ to, quality, edit }: ImageRequest): boolean {
  return edit === undefined && quality === 'high' && holds(to, '16-bit')
}

async function openPreview(file: Buffer, request: ImageRequest): Promise<Source | undefined> {
  const known = readRawPreview(file)
  if (known && !('embedded' in known)) return decoded(request, known)
  const jpeg = known ? known.embedded : await findLargestJpeg(file)
  if (jpeg === undefined) return undefined
  const { orientation } = await sharp(jpeg, { limitInputPixels: request.maxPixels }).metadata()
  const input = orientation === undefined ? await turned(jpeg, file, request) : jpeg
  return { input, request: { ...request, from: 'jpg', page: onlyPage(request, 1) }, notes: [] }
}

/** Many cameras turn only the photo: its first directory says how. */
function turned(jpeg: Buffer, file: Buffer, { maxPixels }: ImageRequest): Promise<Buffer> | Buffer {
  const orientation = readTiffDirectories(file)[0]?.values.get(orientationTag) ?? 1
  if (orientation <= 1 || orientation > 8) return jpeg
  return sharp(jpeg, { limitInputPixels: maxPixels })
    .withMetadata({ orientation })
    .jpeg({ quality: 95 })
    .toBuffer()
}

async function findLargestJpeg(file: Buffer): Promise<Buffer | undefined> {
  let best: { readonly jpeg: Buffer; readonly pixels: number } | undefined
  let at = file.indexOf(jpegStart)
  for (let tried = 0; at >= 0 && tried < maxCandidates; tried++) {
    const jpeg = file.subarray(at)
    const found = await sharp(jpeg, { limitInputPixels: false })
      .metadata()
      .catch(() => undefined)
    const pixels = (found?.width ?? 0) * (found?.height ?? 0)
    const isLarge = Math.max(found?.width ?? 0, found?.height ?? 0) >= leastPreviewSide
    if (isLarge && pixels > (best?.pixels ?? 0)) best = { jpeg, pixels }
    at = file.indexOf(jpegStart, at + 1)
  }
  return best?.jpeg
}

const jpegStart = Buffer.from([0xff, 0xd8, 0xff])
