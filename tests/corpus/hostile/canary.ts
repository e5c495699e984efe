/** Searches results for canaries: secret texts in common encodings, a color and a tone. */
import { readFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import { type FormatId, formats } from '@filesmith/contract/formats'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import { openForRendering, renderPage } from '@filesmith/engines/pdf/render/render-page'
import sharp from 'sharp'
import { readZip } from '../../support/read-zip.ts'
import { ffmpegBytes } from '../../support/run-program.ts'

/** Of the secret images and videos; nothing else in the corpus has it. */
export const canaryColor = [208, 16, 160] as const
export const canaryWord = 'PELICAN'
export const canaryToneHz = 3150

/** Returns which canaries are in a result; empty when there are none. */
export async function findCanary(
  path: string,
  format: FormatId,
  secrets: readonly string[],
  /** False for a result that carries a bomb: drawing it takes as long as it was made for. */
  isDrawn = true,
): Promise<string[]> {
  const bytes = await readFile(path)
  const parts = await partsOf(bytes, format)
  const found = parts.flatMap(bytesPart => secretsIn(bytesPart, secrets))
  if (format === 'pdf' && isDrawn) {
    // Text and rendering are checked as well, because incremental updates keep damaged pages.
    const { pages } = await readPdf(path).catch(() => ({ pages: [] }))
    found.push(...secretsIn(Buffer.from(pages.join(' ')), secrets))
    found.push(...(await findCanaryColor(await drawPages(bytes))))
  } else if (format === 'txt') {
    if (bytes.toString().toUpperCase().includes(canaryWord)) found.push('canary word')
  } else if (formats[format].kind === 'image' && format !== 'apng') {
    found.push(...(await findCanaryColor(await framesOf(path, bytes, format))))
  } else if (formats[format].kind === 'video' || format === 'apng') {
    found.push(...(await findCanaryColor(await drawByFfmpeg(path), minVideoShare)))
  }
  if (formats[format].kind === 'audio' || formats[format].kind === 'video')
    found.push(...(await findCanaryTone(path)))
  for (const image of parts.flatMap(embeddedImages))
    found.push(...(await findCanaryColor(await drawSmall(image))))
  return [...new Set(found)]
}

/** The bytes themselves and every part that is compressed in them. */
async function partsOf(bytes: Buffer, format: FormatId): Promise<Buffer[]> {
  if (format === 'docx' || format === 'odt' || format === 'zip')
    return [bytes, ...(await readZip(bytes)).values()]
  if (format === 'pdf') return [bytes, ...inflatedStreams(bytes)]
  return [bytes]
}

function inflatedStreams(pdf: Buffer): Buffer[] {
  const streams: Buffer[] = []
  const start = Buffer.from('stream')
  for (let at = pdf.indexOf(start); at >= 0; at = pdf.indexOf(start, at + 6)) {
    const body = pdf.subarray(at + (pdf[at + 6] === 0x0d ? 8 : 7))
    try {
      streams.push(inflateSync(body, { maxOutputLength: 64 * 1024 * 1024, finishFlush: 2 }))
    } catch {
      // Not deflated, or not the start of a stream.
    }
  }
  return streams
}

function secretsIn(bytes: Buffer, secrets: readonly string[]): string[] {
  return secrets.filter(secret => encodingsOf(secret).some(encoding => bytes.includes(encoding)))
}

/** As UTF-8, UTF-16, hexadecimal, and base64 at all three alignments. */
function encodingsOf(secret: string): Buffer[] {
  const plain = Buffer.from(secret)
  const wide = Buffer.from(secret, 'utf16le')
  const encoded = [0, 1, 2].map(shift => {
    const base64 = Buffer.concat([Buffer.alloc(shift), plain]).toString('base64')
    return Buffer.from(base64.slice(shift === 0 ? 0 : 4, -4))
  })
  const hex = plain.toString('hex')
  return [
    plain,
    wide,
    Buffer.from(wide).swap16(),
    Buffer.from(hex),
    Buffer.from(hex.toUpperCase()),
    ...encoded,
  ]
}

const imageStarts = [
  Buffer.from('\x89PNG', 'latin1'),
  Buffer.from('\xff\xd8\xff', 'latin1'),
  Buffer.from('GIF8'),
]

/** Images stored in a document as files, or in a page as data URLs. */
function embeddedImages(bytesPart: Buffer): Buffer[] {
  const ownImage = imageStarts.some(start => bytesPart.subarray(0, 4).indexOf(start) === 0) ? [bytesPart] : []
  const inPage = bytesPart.subarray(0, 1024).toString('latin1').includes('<')
  if (!inPage) return ownImage
  const addresses = bytesPart.toString('latin1').matchAll(/data:image\/[\w+-]+;base64,([\w+/=\s]+)/g)
  return [...ownImage, ...[...addresses].map(([, data]) => Buffer.from(data ?? '', 'base64'))]
}

/** RGB samples of one image or several frames. */
async function framesOf(path: string, bytes: Buffer, format: FormatId): Promise<Buffer> {
  const isForSharp = ['png', 'jpg', 'webp', 'gif', 'tiff', 'avif'].includes(format)
  return isForSharp ? drawSmall(bytes) : drawByFfmpeg(path)
}

function drawSmall(image: Buffer): Promise<Buffer> {
  return sharp(image, { limitInputPixels: false, failOn: 'none' })
    .resize(64, 64, { fit: 'fill', kernel: 'nearest' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
    .catch(() => Buffer.alloc(0))
}

function drawByFfmpeg(path: string): Promise<Buffer> {
  const small = ['-vf', 'scale=64:64:flags=neighbor,format=rgb24', '-frames:v', '8', '-f', 'rawvideo']
  return ffmpegBytes('-i', path, ...small).catch(() => Buffer.alloc(0))
}

const drawLimits = { maxPages: 10_000, maxPixels: 4_000_000 }

/** The first pages, rendered with the PDF engine. */
async function drawPages(pdf: Buffer): Promise<Buffer> {
  const document = await openForRendering(pdf, drawLimits)
  try {
    const pages: Buffer[] = []
    for (let index = 0; index < Math.min(3, document.getPageCount()); index++)
      pages.push(await (await renderPage(document.getPage(index), 24, drawLimits.maxPixels)).raw().toBuffer())
    return Buffer.concat(pages)
  } finally {
    document.destroy()
  }
}

const tolerance = 24
/** Fewer pixels of that color may be coincidence or antialiasing. */
const minPixels = 12
/** Colorful videos always have some similar pixels; a secret video has no other color. */
const minVideoShare = 0.1

async function findCanaryColor(rgb: Buffer, minShare = 0): Promise<string[]> {
  let pixels = 0
  for (let at = 0; at + 2 < rgb.length; at += 3)
    if (canaryColor.every((part, index) => Math.abs((rgb[at + index] ?? 0) - part) <= tolerance)) pixels += 1
  return pixels >= Math.max(minPixels, (minShare * rgb.length) / 3) ? ['canary color'] : []
}

const rateHz = 16_000
/** Of the total energy. */
const minToneShare = 0.2

async function findCanaryTone(path: string): Promise<string[]> {
  const samples = await ffmpegBytes(
    ...['-i', path, '-vn', '-t', '10', '-ac', '1', '-ar', String(rateHz), '-f', 's16le'],
  ).catch(() => Buffer.alloc(0))
  return toneShare(samples) >= minToneShare ? ['canary tone'] : []
}

/** Share of the canary tone in the total energy (Goertzel), 0 to 1. */
function toneShare(samples: Buffer): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * canaryToneHz) / rateHz)
  const count = Math.floor(samples.length / 2)
  let [last, before, energy] = [0, 0, 0]
  for (let index = 0; index < count; index++) {
    const sample = samples.readInt16LE(index * 2)
    const now = sample + coefficient * last - before
    before = last
    last = now
    energy += sample * sample
  }
  const power = last * last + before * before - coefficient * last * before
  return energy === 0 ? 0 : (2 * power) / (count * energy)
}
