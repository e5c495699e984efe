/** Encodes decoded pixels in the target format and quality. */
import sharp, { type Sharp } from 'sharp'
import type { HeifOutput } from '../heif/abilities.ts'
import type { ImageOutput, ImageQuality, ImageRequest, ImageTuning } from '../image-request.ts'
import type { MagickOutput } from '../magick/abilities.ts'
import { writeApng } from './apng/write-apng.ts'
import { encodeIcns, encodeIco } from './encode-icons.ts'
import { encodePdfPage } from './encode-pdf-page.ts'
import { whileWriting } from './failures.ts'
import { openPixels, type Pixels, toTiff } from './pixels.ts'
import {
  avifOptions,
  bmpBitsPerPixel,
  gifQuality,
  jpgOptions,
  lowTiffColors,
  mediumGifColors,
  pngQuality,
  tiffQuality,
  webpOptions,
} from './quality.ts'
import { writeBmp } from './write-bmp.ts'
import { writeExr } from './write-exr.ts'
import { writePdf } from './write-pdf.ts'
import { writePbm, writePnm } from './write-pnm.ts'
import { writeQoi } from './write-qoi.ts'
import { writeTga } from './write-tga.ts'

export type SharpOutput = Exclude<ImageOutput, MagickOutput | HeifOutput>

type Encoder = (pixels: Pixels, quality: ImageQuality, tuning: ImageTuning) => Promise<Uint8Array>

const encoders: Readonly<Record<SharpOutput, Encoder>> = {
  png: (pixels, quality) => openPixels(pixels).png(pngQuality[quality]).toBuffer(),
  jpg: (pixels, _, tuning) => openPixels(pixels).jpeg(jpgOptions(tuning)).toBuffer(),
  webp: (pixels, _, tuning) => openPixels(pixels).webp(webpOptions(tuning)).toBuffer(),
  gif: encodeGif,
  apng: encodeApng,
  avif: (pixels, _, tuning) => openPixels(pixels).avif(avifOptions(tuning)).toBuffer(),
  tiff: encodeTiff,
  bmp: encodeBmp,
  ico: encodeIco,
  qoi: encodeQoi,
  tga: encodeTga,
  ppm: encodePpm,
  pgm: encodePgm,
  pbm: async pixels => writePbm(await grayPixels(pixels)),
  exr: encodeExr,
  icns: encodeIcns,
  pdf: async (pixels, _, tuning) => writePdf([await encodePdfPage(pixels, tuning)]),
}

export function encode(pixels: Pixels, request: ImageRequest): Promise<Uint8Array> {
  // Pages of a TIFF stay together.
  if (request.isIntermediate && request.to === 'tiff') return toTiff(openPixels(pixels))
  if (request.isIntermediate) return openPixels(pixels).png({ compressionLevel: 0 }).toBuffer()
  const encoder = encoders[request.to as SharpOutput]
  return whileWriting(() => encoder(pixels, request.quality, request))
}

/** JPEG in TIFF has no alpha, so transparent images get a palette instead. */
async function encodeTiff(pixels: Pixels, quality: ImageQuality): Promise<Buffer> {
  if (quality !== 'low' || !pixels.hasAlpha) return openPixels(pixels).tiff(tiffQuality[quality]).toBuffer()
  const paletted = await openPixels(pixels).png(lowTiffColors).toBuffer()
  return sharp(paletted, { limitInputPixels: false }).tiff(tiffQuality.medium).toBuffer()
}

/** An animation with a single frame. */
async function encodeApng(pixels: Pixels, quality: ImageQuality): Promise<Buffer> {
  const { data, info } = await openPixels(pixels).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const frames = { data, width: info.width, height: info.height, delays: [0], loop: 0 }
  return writeApng(frames, quality === 'low' ? {} : undefined)
}

async function encodeBmp(pixels: Pixels, quality: ImageQuality): Promise<Uint8Array> {
  const bitsPerPixel = bmpBitsPerPixel[quality]
  const image = openPixels(pixels)
  const raw = await (bitsPerPixel === 32 ? image.ensureAlpha() : image.removeAlpha())
    .raw()
    .toBuffer({ resolveWithObject: true })
  return writeBmp({ data: raw.data, ...raw.info }, bitsPerPixel)
}

/** High and medium are lossless. QOI has no palette, but fewer colors make smaller files: low has those of a low PNG. */
async function encodeQoi(pixels: Pixels, quality: ImageQuality): Promise<Uint8Array> {
  const image =
    quality === 'low'
      ? sharp(await openPixels(pixels).png(pngQuality.low).toBuffer(), { limitInputPixels: false })
      : openPixels(pixels)
  const { data, info } = await (pixels.hasAlpha ? image.ensureAlpha() : image.removeAlpha())
    .raw()
    .toBuffer({ resolveWithObject: true })
  return writeQoi({ data, ...info }, pixels.hasAlpha ? 4 : 3)
}

/** Lossless in every quality, except for the fewer colors of a low PNG, which make longer runs. */
async function encodeTga(pixels: Pixels, quality: ImageQuality): Promise<Uint8Array> {
  const image =
    quality === 'low'
      ? sharp(await openPixels(pixels).png(pngQuality.low).toBuffer(), { limitInputPixels: false })
      : openPixels(pixels)
  const { data, info } = await (pixels.hasAlpha ? image.ensureAlpha() : image.removeAlpha())
    .raw()
    .toBuffer({ resolveWithObject: true })
  return writeTga({ data, ...info }, pixels.hasAlpha ? 4 : 3)
}

async function encodePpm(pixels: Pixels): Promise<Buffer> {
  return writePnm('P6', await samplesOf(openPixels(pixels).removeAlpha(), pixels.space === 'rgb16'))
}

async function encodePgm(pixels: Pixels): Promise<Buffer> {
  const is16Bit = pixels.space === 'rgb16' || pixels.space === 'grey16'
  const space = is16Bit ? 'grey16' : 'b-w'
  return writePnm('P5', await samplesOf(openPixels({ ...pixels, space }).removeAlpha(), is16Bit))
}

async function encodeExr(pixels: Pixels): Promise<Buffer> {
  const image = openPixels(pixels)
  const samples = await samplesOf(
    pixels.hasAlpha ? image.ensureAlpha() : image.removeAlpha(),
    pixels.space === 'rgb16',
  )
  return writeExr(samples, pixels.hasAlpha ? 4 : 3)
}

function grayPixels(pixels: Pixels) {
  return samplesOf(openPixels({ ...pixels, space: 'b-w' }).removeAlpha(), false)
}

async function samplesOf(image: Sharp, is16Bit: boolean) {
  const { data, info } = await image
    .raw(is16Bit ? { depth: 'ushort' } : {})
    .toBuffer({ resolveWithObject: true })
  const samples = is16Bit ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data
  return { data: samples, width: info.width, height: info.height }
}

/** Encodes a still GIF with 256, 64 or 16 colors. */
async function encodeGif(pixels: Pixels, quality: ImageQuality): Promise<Buffer> {
  const gif = await openPixels(pixels).gif(gifQuality[quality]).toBuffer()
  if (quality !== 'medium') return gif
  const { data, info } = await sharp(gif, { limitInputPixels: false })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  reduceColors(data, mediumGifColors)
  return sharp(data, { raw: info, limitInputPixels: false }).gif(gifQuality.medium).toBuffer()
}

/** Merges similar colors until few enough are left. */

type Rgb = [red: number, green: number, blue: number]

interface Shade {
  readonly color: Rgb
  readonly pixels: number
  /** Original colors that it represents. */
  readonly members: readonly number[]
}

/** Modifies RGBA pixels in place. Quadratic: for images with a few hundred colors, such as the output of a quantizer. */
export function reduceColors(data: Uint8Array, maxColors: number): void {
  const merged = mergeShades(countShades(data), maxColors)
  const replacements = new Map<number, Rgb>()
  for (const { color, members } of merged) for (const member of members) replacements.set(member, color)
  for (let offset = 0; offset < data.length; offset += 4) {
    const color = replacements.get(keyAt(data, offset))
    if (data[offset + 3] !== 0 && color) data.set(color, offset)
  }
}

function keyAt(data: Uint8Array, offset: number): number {
  return ((data[offset] ?? 0) << 16) | ((data[offset + 1] ?? 0) << 8) | (data[offset + 2] ?? 0)
}

function countShades(data: Uint8Array): Shade[] {
  const counts = new Map<number, number>()
  for (let offset = 0; offset < data.length; offset += 4) {
    if (data[offset + 3] === 0) continue
    const key = keyAt(data, offset)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts].map(([key, pixels]) => ({
    color: [key >> 16, (key >> 8) & 255, key & 255],
    pixels,
    members: [key],
  }))
}

function mergeShades(given: readonly Shade[], maxColors: number): readonly Shade[] {
  const shades = [...given]
  while (shades.length > maxColors) {
    let best = { cost: Number.POSITIVE_INFINITY, first: 0, second: 1 }
    for (let first = 0; first < shades.length; first += 1) {
      for (let second = first + 1; second < shades.length; second += 1) {
        const cost = mergingCost(shades[first], shades[second])
        if (cost < best.cost) best = { cost, first, second }
      }
    }
    const [second] = shades.splice(best.second, 1)
    const [first] = shades.splice(best.first, 1)
    if (first && second) shades.push(merge(first, second))
  }
  return shades
}

/** Total error of all affected pixels, weighted by the eye's sensitivity to red, green and blue. */
function mergingCost(one: Shade | undefined, other: Shade | undefined): number {
  if (!one || !other) return Number.POSITIVE_INFINITY
  const [red, green, blue] = one.color
  const [otherRed, otherGreen, otherBlue] = other.color
  const distance = 3 * (red - otherRed) ** 2 + 6 * (green - otherGreen) ** 2 + (blue - otherBlue) ** 2
  return (distance * one.pixels * other.pixels) / (one.pixels + other.pixels)
}

function merge(one: Shade, other: Shade): Shade {
  const pixels = one.pixels + other.pixels
  const mean = (channel: 0 | 1 | 2) =>
    Math.round((one.color[channel] * one.pixels + other.color[channel] * other.pixels) / pixels)
  return { color: [mean(0), mean(1), mean(2)], pixels, members: [...one.members, ...other.members] }
}
