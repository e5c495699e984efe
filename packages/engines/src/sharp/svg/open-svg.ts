/** SVG input: measured and drawn by resvg, or by librsvg what resvg does not parse. Decompresses SVGZ. */
import { gunzipSync } from 'node:zlib'
import { Resvg } from '@resvg/resvg-js'
import sharp from 'sharp'
import { JobFailure } from '../../process/job-failure.ts'
import { whileReading } from '../failures.ts'
import { writeTiff } from '../readers/write-tiff.ts'
import { installedFonts, type SvgFonts, withFallbackFamilies } from './svg-fonts.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** Supported by every output format. */
const maxSide = 16_000
const maxSvgPixels = 50_000_000
const maxSvgBytes = 64 * 1024 * 1024
/** A larger drawing would have less than a pixel for what its size is made of. */
const leastScale = 1 / 72

/** SVGs keep their declared size; one that is too large is rendered smaller instead of being rejected. */
export function svgScale(size: Size, maxPixels: number): number {
  const pixels = Math.min(maxPixels, maxSvgPixels)
  const scale = Math.min(
    1,
    maxSide / size.width,
    maxSide / size.height,
    Math.sqrt(pixels / (size.width * size.height)),
  )
  if (scale < leastScale)
    throw new JobFailure('image-too-large', { megapixels: Math.floor(maxPixels / 1_000_000) })
  return scale
}

export function unpackSvg(input: Buffer): Buffer {
  if (input[0] !== 0x1f || input[1] !== 0x8b) return input
  try {
    return gunzipSync(input, { maxOutputLength: maxSvgBytes })
  } catch (error) {
    throw new JobFailure('file-damaged', {}, { cause: error })
  }
}

/** By byte order mark or declaration, as XML defines; resvg reads text. */
function textOf(svg: Buffer): string {
  const mark = svg.toString('latin1', 0, 2)
  const declared = /^<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)/.exec(svg.toString('latin1', 0, 200))?.[1]
  const encoding = mark === '\xff\xfe' ? 'utf-16le' : mark === '\xfe\xff' ? 'utf-16be' : (declared ?? 'utf-8')
  try {
    return new TextDecoder(encoding).decode(svg)
  } catch {
    return svg.toString()
  }
}

/** The declared size in CSS pixels. */
export async function measureSvg(svg: Buffer): Promise<Size> {
  try {
    const { width, height } = new Resvg(textOf(svg), { font: { loadSystemFonts: false }, logLevel: 'off' })
    return { width, height }
  } catch {
    const { width, height } = await whileReading(() => openWithLibrsvg(svg).metadata())
    return { width: Math.round(width / densityScale), height: Math.round(height / densityScale) }
  }
}

/** An uncompressed TIFF of the size, with alpha. External references are not loaded. */
export async function drawSvg(svg: Buffer, size: Size, fonts?: SvgFonts): Promise<Buffer> {
  const { width, height } = size
  const drawing = drawWithResvg(await withReadableImages(textOf(svg)), size, fonts)
  if (drawing === undefined) return drawWithLibrsvg(svg, size)
  if (drawing.width === width && drawing.height === height) return writeTiff(drawing)
  const { data, ...raw } = drawing
  return whileReading(() =>
    sharp(data, { raw, limitInputPixels: false })
      .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
      .tiff({ compression: 'none' })
      .toBuffer(),
  )
}

/** Embedded images that resvg does not read. */
const unreadImage = /data:image\/(?:webp|avif);base64,([a-z0-9+/=\s]+)/gi
const maxEmbeddedPixels = 50_000_000
const maxEmbeddedImages = 200

/** One that cannot be read is left out of the drawing, as a browser does. */
async function withReadableImages(svg: string): Promise<string> {
  const found = [...new Set(svg.match(unreadImage))].slice(0, maxEmbeddedImages)
  let [readable, pixels] = [svg, maxEmbeddedPixels]
  for (const uri of found) {
    try {
      const input = Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64')
      const image = sharp(input, { limitInputPixels: pixels })
      const { data, info } = await image.png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true })
      pixels = Math.max(1, pixels - info.width * info.height)
      readable = readable.replaceAll(uri, `data:image/png;base64,${data.toString('base64')}`)
    } catch {
      // Damaged or too large.
    }
  }
  return readable
}

/** Undefined for what resvg does not parse. */
function drawWithResvg(svg: string, { width, height }: Size, given?: SvgFonts) {
  const fonts = given ?? installedFonts(svg)
  try {
    const declared = new Resvg(svg, { font: { loadSystemFonts: false }, logLevel: 'off' })
    const isWider = width / declared.width >= height / declared.height
    const rendered = new Resvg(given ? svg : withFallbackFamilies(svg), {
      font: fonts,
      fitTo: isWider ? { mode: 'width', value: width } : { mode: 'height', value: height },
      logLevel: 'off',
    }).render()
    const data = rendered.pixels
    divideByAlpha(data)
    return { data, width: rendered.width, height: rendered.height, channels: 4 as const }
  } catch {
    return undefined
  }
}

function divideByAlpha(data: Buffer): void {
  for (let at = 3; at < data.length; at += 4) {
    const alpha = data[at] as number
    if (alpha === 0 || alpha === 255) continue
    for (let channel = at - 3; channel < at; channel++)
      data[channel] = Math.min(255, Math.round(((data[channel] as number) * 255) / alpha))
  }
}

/** Density at which inches and pixels have the ratio of CSS in librsvg, which scales by it relative to 72. */
const naturalDensity = 96
const densityScale = naturalDensity / 72
const maxDensity = 50_000

function openWithLibrsvg(svg: Buffer, density = naturalDensity) {
  return sharp(svg, { failOn: 'error', limitInputPixels: false, density })
}

async function drawWithLibrsvg(svg: Buffer, { width, height }: Size): Promise<Buffer> {
  return whileReading(async () => {
    const declared = await openWithLibrsvg(svg).metadata()
    const scale = Math.max(width / declared.width, height / declared.height)
    const density = Math.min(maxDensity, Math.max(1, naturalDensity * scale))
    return openWithLibrsvg(svg, density)
      .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
      .toColourspace('srgb')
      .tiff({ compression: 'none' })
      .toBuffer()
  })
}
