/** Decodes a still image once and renders it at any requested size. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import type { ResizeSettings } from '@filesmith/contract/image-resize/resized-size'
import sharp, { type Sharp } from 'sharp'
import type { ImageRequest } from '../../image-request.ts'
import type { Report } from '../../process/helper-program.ts'
import type { Facts } from '../analyze.ts'
import { adaptToTarget, decode, type KeptProperties, keptProperties } from '../decode.ts'
import { whileReading, whileWriting } from '../failures.ts'
import { type TiffPixels, toTiff } from '../pixels.ts'
import { chooseWindow } from './choose-window.ts'
import { type Raster, toRaster } from './raster.ts'
import { isManyTimesSmaller, resizeRaster, shrinkByLight } from './resize-raster.ts'

export type DrawStill = (size: Size) => Promise<TiffPixels>

export function openStill(
  input: Buffer,
  facts: Facts,
  request: ImageRequest,
  settings: ResizeSettings,
  report: Report,
): DrawStill {
  const kept = keptProperties(facts, request)
  const isWhole = ({ width, height }: Size) =>
    width === facts.upright.width && height === facts.upright.height
  let read: { readonly raster: Raster; readonly size: Size } | undefined

  async function drawRaster(size: Size): Promise<TiffPixels> {
    if (read === undefined && canReadAndShrink(facts, kept, settings, size)) {
      const shrink = () => toRaster(shrinkByLight(openUpright(input, facts), size), kept.space)
      return adaptToTarget(writeTiff({ ...(await whileReading(shrink)), icc: undefined }), facts, kept)
    }
    // Pixels decoded for a larger size also serve a smaller one.
    if (read === undefined || read.size.width < size.width || read.size.height < size.height)
      read = { raster: await whileReading(() => readRaster(input, facts, kept, size)), size }
    const { raster } = read
    report(40, 'resize')
    const window = await chooseWindow(raster, settings, size)
    const resized = await whileWriting(() => resizeRaster(raster, window, size))
    const icc = facts.profile === 'portable' ? facts.icc : undefined
    return adaptToTarget(writeTiff({ ...resized, icc }), facts, kept)
  }

  return size => {
    report(25, 'decode')
    if (isWhole(size)) return decode(input, facts, request, report)
    if (request.from === 'svg') return renderSvg(input, facts, kept, settings, size)
    return drawRaster(size)
  }
}

/** From this size on a JPEG may be decoded at reduced scale: neighboring pixels of such photos differ little. */
const minReducedDecodePixels = 6_000_000
/** Pixels per result pixel that must remain for the resampling kernel. */
const minOversampling = 1.5

/** sharp decodes at 1/2 from a factor of three on, at 1/4 from five, at 1/8 from nine. */
const reducedDecodeFactors = [9, 5, 3]

function readRaster(input: Buffer, facts: Facts, kept: KeptProperties, size: Size): Promise<Raster> {
  const image = openUpright(input, facts)
  const { width, height } = facts.upright
  const shrink = Math.min(width / size.width, height / size.height)
  const factor = reducedDecodeFactors.find(at => shrink >= at * minOversampling)
  if (facts.isJpeg && factor !== undefined && width * height >= minReducedDecodePixels)
    image.resize(Math.floor(width / factor), Math.floor(height / factor), { fit: 'fill' })
  // sharp drops the alpha channel of gray raw output.
  return toRaster(image, kept.space === 'b-w' && facts.hasAlpha ? 'srgb' : kept.space)
}

/** Plain opaque sRGB needs no full raster in memory: libvips decodes and averages in one streaming pipeline. */
function canReadAndShrink(facts: Facts, kept: KeptProperties, settings: ResizeSettings, size: Size): boolean {
  const isPlain = kept.space === 'srgb' && facts.profile === 'none' && !facts.is16Bit && !facts.isGray
  // JPEG is faster with reduced-scale decoding.
  return (
    isPlain &&
    !facts.hasAlpha &&
    !facts.isJpeg &&
    settings.mode !== 'fill' &&
    isManyTimesSmaller(facts.upright, size)
  )
}

function openUpright(input: Buffer, facts: Facts): Sharp {
  const image = sharp(input, facts.open).autoOrient()
  return facts.profile === 'portable' ? image.keepIccProfile() : image
}

/** SVG is rendered directly at the target size. */
function renderSvg(
  input: Buffer,
  facts: Facts,
  kept: KeptProperties,
  settings: ResizeSettings,
  size: Size,
): Promise<TiffPixels> {
  return whileReading(async () => {
    const image = fitted(sharp(input, facts.open), settings, size)
    return adaptToTarget(await toTiff(image.toColourspace('srgb')), facts, kept)
  })
}

function fitted(image: Sharp, settings: ResizeSettings, { width, height }: Size): Sharp {
  if (settings.mode !== 'fill') return image.resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
  const position = settings.isSmartCrop ? 'attention' : 'centre'
  return image.resize(width, height, { fit: 'cover', position, kernel: 'lanczos3' })
}

interface TiffImage {
  readonly data: Uint8Array | Uint16Array
  readonly width: number
  readonly height: number
  readonly channels: 1 | 2 | 3 | 4
  readonly icc: Buffer | undefined
}

const headerBytes = 8
const [short, long, undefinedType] = [3, 4, 7]

/** Little-endian, one strip. */
function writeTiff({ data: pixels, width, height, channels, icc }: TiffImage): Buffer {
  const data = Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength)
  const bitsPerChannel = pixels.BYTES_PER_ELEMENT * 8
  const hasAlpha = channels % 2 === 0
  const bits = Buffer.from(Uint16Array.from({ length: channels }, () => bitsPerChannel).buffer)
  const bitsAt = headerBytes
  const iccAt = bitsAt + bits.length
  const padding = (icc?.length ?? 0) % 2
  const dataAt = iccAt + (icc?.length ?? 0) + padding
  const tags: (readonly [tag: number, type: number, count: number, value: number])[] = [
    [256, long, 1, width],
    [257, long, 1, height],
    [258, short, channels, channels <= 2 ? bitsPerChannel * (channels === 1 ? 1 : 0x0001_0001) : bitsAt],
    [259, short, 1, 1],
    [262, short, 1, channels <= 2 ? 1 : 2],
    [273, long, 1, dataAt],
    [277, short, 1, channels],
    [278, long, 1, height],
    [279, long, 1, data.length],
    // Unassociated (straight) alpha.
    ...(hasAlpha ? [[338, short, 1, 2] as const] : []),
    ...(icc ? [[34_675, undefinedType, icc.length, iccAt] as const] : []),
  ]
  const directoryAt = dataAt + data.length + (data.length % 2)
  const header = Buffer.alloc(headerBytes)
  header.write('II*\0', 0, 'latin1')
  header.writeUInt32LE(directoryAt, 4)
  const directory = Buffer.alloc(2 + tags.length * 12 + 4)
  directory.writeUInt16LE(tags.length, 0)
  tags.forEach(([tag, type, count, value], index) => {
    const at = 2 + index * 12
    directory.writeUInt16LE(tag, at)
    directory.writeUInt16LE(type, at + 2)
    directory.writeUInt32LE(count, at + 4)
    directory.writeUInt32LE(value >>> 0, at + 8)
  })
  return Buffer.concat([
    header,
    bits,
    icc ?? Buffer.alloc(0),
    Buffer.alloc(padding),
    data,
    Buffer.alloc(data.length % 2),
    directory,
  ])
}
