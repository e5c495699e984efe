/** Opens a raw photo: developed by LibRaw, as bright as the preview of the camera, else by the LibRaw in ImageMagick, else the preview that the camera has added. */
import { holds } from '@filesmith/contract/formats'
import { readTiffDirectories } from '@filesmith/contract/sniff/tiff-directories'
import sharp from 'sharp'
import type { ImageRequest } from '../../image-request.ts'
import { JobFailure } from '../../process/job-failure.ts'
import type { DecodedPixels } from './decoded-image.ts'
import { matchBrightness, meanBrightness } from './match-brightness.ts'
import { readRaw, readRawPreview } from './read-raw.ts'
import { decoded, onlyPage, type Source, withMagick } from './source.ts'

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
