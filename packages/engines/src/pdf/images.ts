/** Pictures of a document, encoded as results carry them: no more pixels than the quality asks for. */
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { boxHeight, boxWidth, type PlacedImage } from './read/page-model.ts'
import type { PdfQuality } from './request.ts'

export interface EncodedImage {
  readonly id: string
  readonly data: Buffer
  readonly format: 'jpg' | 'png'
  readonly width: number
  readonly height: number
}

/** Pixels an inch of the page, and how much JPEG may lose. */
export const imageLevels: Readonly<Record<PdfQuality, { readonly dpi: number; readonly jpeg: number }>> = {
  high: { dpi: 300, jpeg: 90 },
  medium: { dpi: 180, jpeg: 82 },
  low: { dpi: 110, jpeg: 72 },
}

const pointsPerInch = 72

export interface ImageStore {
  readonly images: ReadonlyMap<string, EncodedImage>
  /** Answers the name under which the picture is kept; the same picture is kept once. */
  add(picture: PlacedImage): Promise<string | undefined>
}

export function createImageStore(quality: PdfQuality): ImageStore {
  const images = new Map<string, EncodedImage>()
  return {
    images,
    async add(picture) {
      const id = nameOf(picture)
      if (!images.has(id)) {
        const encoded = await encodeImage(picture, id, quality)
        if (!encoded) return undefined
        images.set(id, encoded)
      }
      return id
    },
  }
}

function nameOf(picture: PlacedImage): string {
  const { data, width, height, channels } = picture.pixels
  const size = `${Math.round(boxWidth(picture))}x${Math.round(boxHeight(picture))}`
  const place = `${width} ${height} ${channels} ${size} ${JSON.stringify([picture.orientation, picture.visible])}`
  return createHash('sha1').update(place).update(data).digest('hex').slice(0, 16)
}

async function encodeImage(
  picture: PlacedImage,
  id: string,
  quality: PdfQuality,
): Promise<EncodedImage | undefined> {
  const { dpi, jpeg } = imageLevels[quality]
  const { data, width, height, channels } = picture.pixels
  if (data.length < width * height * channels) return undefined
  const turned = await rotatePixels(picture)
  const shown = cropOf(turned, picture)
  if (shown.width < 1 || shown.height < 1) return undefined
  const maxWidth = Math.max(1, Math.round((boxWidth(picture) / pointsPerInch) * dpi))
  const image = sharp(turned.data, { raw: turned, limitInputPixels: false })
    .extract(shown)
    .resize({ width: Math.min(maxWidth, shown.width), withoutEnlargement: true })
  const isSeeThrough = channels === 4 && !(await sharp(turned.data, { raw: turned }).stats()).isOpaque
  const isPlain = channels === 1 || isSeeThrough || hasFewColors(turned)
  const { data: encoded, info } = isPlain
    ? await image.png({ compressionLevel: 6 }).toBuffer({ resolveWithObject: true })
    : await image
        .flatten({ background: '#ffffff' })
        .jpeg({ quality: jpeg, mozjpeg: false })
        .toBuffer({ resolveWithObject: true })
  return { id, data: encoded, format: isPlain ? 'png' : 'jpg', width: info.width, height: info.height }
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
  // Mirrored pictures are drawn upside down before they are turned.
  const mirrored = orientation.isMirrored ? upright.flip() : upright
  const { data: turned, info } = await mirrored
    .rotate(orientation.quarterRotations * 90)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: turned, width: info.width, height: info.height, channels: info.channels }
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

/** Drawings and logos stay sharp as PNG and are smaller so; a sample of pixels tells them from photos. */
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
