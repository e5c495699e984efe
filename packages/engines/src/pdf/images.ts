/** Encodes the images of a document for output, downscaled to the resolution of the selected quality. */
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { boxHeight, boxWidth, type PlacedImage } from '../page-layout/page-model.ts'
import type { PdfQuality } from './request.ts'

export interface EncodedImage {
  readonly id: string
  readonly data: Buffer
  readonly format: 'jpg' | 'png'
  readonly width: number
  readonly height: number
}

/** Resolution in pixels per inch of the page, and JPEG quality. */
export const imageLevels: Readonly<Record<PdfQuality, { readonly dpi: number; readonly jpeg: number }>> = {
  high: { dpi: 300, jpeg: 90 },
  medium: { dpi: 180, jpeg: 82 },
  low: { dpi: 110, jpeg: 72 },
}

const pointsPerInch = 72

export interface ImageStore {
  readonly images: ReadonlyMap<string, EncodedImage>
  /** Returns the id of the stored image; identical images are stored once. */
  add(placed: PlacedImage): Promise<string | undefined>
}

export function createImageStore(quality: PdfQuality): ImageStore {
  const images = new Map<string, EncodedImage>()
  return {
    images,
    async add(placed) {
      const id = nameOf(placed)
      if (!images.has(id)) {
        const encoded = await encodeImage(placed, id, quality)
        if (!encoded) return undefined
        images.set(id, encoded)
      }
      return id
    },
  }
}

function nameOf(placed: PlacedImage): string {
  const { data, width, height, channels } = placed.pixels
  const size = `${Math.round(boxWidth(placed))}x${Math.round(boxHeight(placed))}`
  const key = `${width} ${height} ${channels} ${size} ${JSON.stringify([placed.orientation, placed.visible])}`
  return createHash('sha1').update(key).update(data).digest('hex').slice(0, 16)
}

async function encodeImage(
  placed: PlacedImage,
  id: string,
  quality: PdfQuality,
): Promise<EncodedImage | undefined> {
  const { dpi, jpeg } = imageLevels[quality]
  const { data, width, height, channels } = placed.pixels
  if (data.length < width * height * channels) return undefined
  const rotated = await rotatePixels(placed)
  const crop = cropOf(rotated, placed)
  if (crop.width < 1 || crop.height < 1) return undefined
  const maxWidth = Math.max(1, Math.round((boxWidth(placed) / pointsPerInch) * dpi))
  const image = sharp(rotated.data, { raw: rotated, limitInputPixels: false })
    .extract(crop)
    .resize({ width: Math.min(maxWidth, crop.width), withoutEnlargement: true })
  const isTransparent = channels === 4 && !(await sharp(rotated.data, { raw: rotated }).stats()).isOpaque
  const isLossless = channels === 1 || isTransparent || hasFewColors(rotated)
  const { data: encoded, info } = isLossless
    ? await image.png({ compressionLevel: 6 }).toBuffer({ resolveWithObject: true })
    : await image
        .flatten({ background: '#ffffff' })
        .jpeg({ quality: jpeg, mozjpeg: false })
        .toBuffer({ resolveWithObject: true })
  return { id, data: encoded, format: isLossless ? 'png' : 'jpg', width: info.width, height: info.height }
}

interface RawImage {
  readonly data: Buffer | Uint8Array
  readonly width: number
  readonly height: number
  readonly channels: 1 | 2 | 3 | 4
}

async function rotatePixels({ pixels, orientation }: PlacedImage): Promise<RawImage> {
  if (orientation.quarterRotations === 0 && !orientation.isMirrored) return pixels
  const { data, width, height, channels } = pixels
  const upright = sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
  // The mirror is applied before the rotation.
  const mirrored = orientation.isMirrored ? upright.flip() : upright
  const { data: rotated, info } = await mirrored
    .rotate(orientation.quarterRotations * 90)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: rotated, width: info.width, height: info.height, channels: info.channels }
}

function cropOf(raw: RawImage, { visible }: PlacedImage) {
  const left = Math.min(raw.width - 1, Math.floor(visible.left * raw.width))
  const top = Math.min(raw.height - 1, Math.floor(visible.top * raw.height))
  return {
    left,
    top,
    width: Math.min(raw.width - left, Math.max(1, Math.round((visible.right - visible.left) * raw.width))),
    height: Math.min(raw.height - top, Math.max(1, Math.round((visible.bottom - visible.top) * raw.height))),
  }
}

/** Graphics and logos are smaller and sharper as PNG; a sample of pixels distinguishes them from photos. */
function hasFewColors({ data, width, height, channels }: RawImage): boolean {
  const colors = new Set<number>()
  const step = Math.max(1, Math.floor((width * height) / 4096))
  for (let pixel = 0; pixel < width * height; pixel += step) {
    const at = pixel * channels
    colors.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0))
    if (colors.size > 200) return false
  }
  return true
}
