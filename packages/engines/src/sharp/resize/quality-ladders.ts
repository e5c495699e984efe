/** Quality ladders: encoder settings from best to smallest, used to reach a file size with the least loss. */
import type { GifOptions, Sharp } from 'sharp'
import sharp from 'sharp'
import type { ImageOutput, ImageQuality, ImageRequest } from '../../image-request.ts'
import { writeApng } from '../apng/write-apng.ts'
import { encode } from '../encode.ts'
import { openPixels, type Pixels } from '../pixels.ts'
import {
  avifQuality,
  gifQuality,
  jpgQuality,
  minFullChromaPercent,
  palettes,
  webpQuality,
} from '../quality.ts'
import type { Frames } from './frames.ts'

export type EncodeRung<Content> = (content: Content) => Promise<Uint8Array>

/** Below these qualities a smaller image looks better. */
const lowestQuality = { jpg: 30, webp: 20, avif: 20 }
/** Up to this size the encoder may search longer, which saves a tenth. */
const maxSearchedPixels = 4_000_000

export function stillLadder(request: ImageRequest, pixelCount: number): readonly EncodeRung<Pixels>[] {
  const standard: EncodeRung<Pixels> = pixels => encode(pixels, request)
  const { to, quality } = request
  return [standard, ...(ladders[to]?.(quality, pixelCount) ?? lowerQualities(request))]
}

type MakeLadder = (quality: ImageQuality, pixelCount: number) => readonly EncodeRung<Pixels>[]

const ladders: Partial<Record<ImageOutput, MakeLadder>> = {
  jpg: (quality, pixelCount) => {
    const mozjpeg = pixelCount <= maxSearchedPixels
    return downFrom(jpgQuality[quality].quality ?? 80, lowestQuality.jpg).map(rung(asJpg))
    function asJpg(image: Sharp, q: number): Sharp {
      return image.jpeg({
        quality: q,
        mozjpeg,
        chromaSubsampling: q >= minFullChromaPercent ? '4:4:4' : '4:2:0',
      })
    }
  },
  webp: quality =>
    downFrom(webpQuality[quality].quality ?? 78, lowestQuality.webp).map(
      rung((image, q) => image.webp({ quality: q })),
    ),
  avif: quality =>
    downFrom(avifQuality[quality].quality ?? 52, lowestQuality.avif).map(
      rung((image, q) => image.avif({ ...avifQuality.medium, quality: q })),
    ),
  png: (_, pixelCount) => {
    const effort = pixelCount <= maxSearchedPixels ? 5 : 1
    return [
      pixels => openPixels(pixels).png({ compressionLevel: 9, adaptiveFiltering: true }).toBuffer(),
      ...palettes.map(
        (palette): EncodeRung<Pixels> =>
          pixels =>
            openPixels(pixels)
              .png({ ...palette, palette: true, effort })
              .toBuffer(),
      ),
    ]
  },
}

function rung(write: (image: Sharp, amount: number) => Sharp): (amount: number) => EncodeRung<Pixels> {
  return amount => pixels => write(openPixels(pixels), amount).toBuffer()
}

/** The qualities below the requested one. */
function lowerQualities(request: ImageRequest): readonly EncodeRung<Pixels>[] {
  const qualities = ['high', 'medium', 'low'] as const
  return qualities
    .slice(qualities.indexOf(request.quality) + 1)
    .map(quality => pixels => encode(pixels, { ...request, quality }))
}

/** Inclusive. */
function downFrom(highest: number, lowest: number): number[] {
  return Array.from({ length: Math.max(0, highest - lowest + 1) }, (_, below) => highest - below)
}

export function animationLadder({ to, quality, maxBytes }: ImageRequest): readonly EncodeRung<Frames>[] {
  if (to === 'apng') {
    const standard: EncodeRung<Frames> = frames => writeApng(frames, quality === 'low' ? {} : undefined)
    const paletted = palettes.map(
      (palette): EncodeRung<Frames> =>
        frames =>
          writeApng(frames, palette),
    )
    return maxBytes === 0 ? [standard] : [standard, ...paletted]
  }
  if (to === 'webp') {
    const highest = webpQuality[quality].quality ?? 78
    const qualities = maxBytes === 0 ? [highest] : downFrom(highest, lowestQuality.webp)
    return qualities.map(
      q => frames =>
        openFrames(frames)
          .webp({ quality: q, ...timing(frames) })
          .toBuffer(),
    )
  }
  const options = maxBytes === 0 ? [gifQuality[quality]] : gifOptionsFrom(quality)
  return options.map(
    option => frames =>
      openFrames(frames)
        .gif({ ...option, keepDuplicateFrames: true, ...timing(frames) })
        .toBuffer(),
  )
}

/** Less dithering and a higher error between frames first, then fewer colors. */
function gifOptionsFrom(quality: ImageQuality): readonly GifOptions[] {
  const lower: GifOptions[] = [8, 16, 24, 32].map(interFrameMaxError => ({
    ...{ colors: 256, dither: 0, effort: 7 },
    interFrameMaxError,
  }))
  const lowest = [16, 32].map(interFrameMaxError => ({ ...gifQuality.low, dither: 0, interFrameMaxError }))
  return [gifQuality[quality], ...(quality === 'low' ? [] : lower), ...lowest]
}

function timing({ delays, loop }: Frames): { delay: number[]; loop: number } {
  return { delay: [...delays], loop }
}

function openFrames({ data, width, height, delays }: Frames): Sharp {
  const raw = { width, height: height * delays.length, channels: 4, pageHeight: height } as const
  return sharp(data, { raw, limitInputPixels: false })
}
