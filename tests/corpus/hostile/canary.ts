/** Looks into results for what must not be there: secret words in any spelling, a colour, a tone. */
import { readFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import { type FormatId, formats } from '@filesmith/contract/formats'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import { openForRendering, renderPage } from '@filesmith/engines/pdf/render/render-page'
import sharp from 'sharp'
import { readZip } from '../../support/read-zip.ts'
import { ffmpegBytes } from '../../support/run-program.ts'

/** Of secret pictures and films; nothing else in the corpus has it. */
export const canaryColor = [208, 16, 160] as const
export const canaryWord = 'PELICAN'
export const canaryToneHz = 3150

/** What of the secrets is in a result; empty when there is nothing. */
export async function findCanary(
  path: string,
  format: FormatId,
  secrets: readonly string[],
): Promise<string[]> {
  const bytes = await readFile(path)
  const pieces = await piecesOf(bytes, format)
  const found = pieces.flatMap(piece => secretsIn(piece, secrets))
  if (format === 'pdf') {
    // A damaged page stays as it is in a PDF that is only added to; what it shows is drawn below all the same.
    const { pages } = await readPdf(path).catch(() => ({ pages: [] }))
    found.push(...secretsIn(Buffer.from(pages.join(' ')), secrets))
    found.push(...(await seen(await drawPages(bytes))))
  } else if (format === 'txt') {
    if (bytes.toString().toUpperCase().includes(canaryWord)) found.push('the word of the picture')
  } else if (formats[format].kind === 'image' && format !== 'apng') {
    found.push(...(await seen(await framesOf(path, bytes, format))))
  } else if (formats[format].kind === 'video' || format === 'apng') {
    found.push(...(await seen(await drawByFfmpeg(path), leastPartOfVideo)))
  }
  if (formats[format].kind === 'audio' || formats[format].kind === 'video') found.push(...(await heard(path)))
  for (const image of pieces.flatMap(embeddedImages)) found.push(...(await seen(await drawSmall(image))))
  return [...new Set(found)]
}

/** The bytes themselves, and whatever is packed in them. */
async function piecesOf(bytes: Buffer, format: FormatId): Promise<Buffer[]> {
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
      // Not deflated, or no beginning of a stream.
    }
  }
  return streams
}

function secretsIn(bytes: Buffer, secrets: readonly string[]): string[] {
  return secrets.filter(secret => spellings(secret).some(spelling => bytes.includes(spelling)))
}

/** As text, wide text, hexadecimal, and base64 at each of its three beginnings. */
function spellings(secret: string): Buffer[] {
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

/** Pictures that stand in a document as files, or in a page as data addresses. */
function embeddedImages(piece: Buffer): Buffer[] {
  const whole = imageStarts.some(start => piece.subarray(0, 4).indexOf(start) === 0) ? [piece] : []
  const inPage = piece.subarray(0, 1024).toString('latin1').includes('<')
  if (!inPage) return whole
  const addresses = piece.toString('latin1').matchAll(/data:image\/[\w+-]+;base64,([\w+/=\s]+)/g)
  return [...whole, ...[...addresses].map(([, data]) => Buffer.from(data ?? '', 'base64'))]
}

/** Red, green and blue of a few dozen points a side, of one picture or several. */
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

/** The first pages, as the engine's own artist draws them. */
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
/** A handful of points of that colour may be chance, or the edge of something. */
const leastPoints = 12
/** In films of many colours a few points always come near it; a secret film has no other colour. */
const leastPartOfVideo = 0.1

async function seen(rgb: Buffer, leastPart = 0): Promise<string[]> {
  let points = 0
  for (let at = 0; at + 2 < rgb.length; at += 3)
    if (canaryColor.every((part, index) => Math.abs((rgb[at + index] ?? 0) - part) <= tolerance)) points += 1
  return points >= Math.max(leastPoints, (leastPart * rgb.length) / 3) ? ['the colour of the picture'] : []
}

const rateHz = 16_000
/** Of all the sound in it. */
const leastShare = 0.2

async function heard(path: string): Promise<string[]> {
  const sound = await ffmpegBytes(
    ...['-i', path, '-vn', '-t', '10', '-ac', '1', '-ar', String(rateHz), '-f', 's16le'],
  ).catch(() => Buffer.alloc(0))
  return toneShare(sound) >= leastShare ? ['the tone of the film'] : []
}

/** How much of the sound is one tone (Goertzel), 0 to 1. */
function toneShare(sound: Buffer): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * canaryToneHz) / rateHz)
  const count = Math.floor(sound.length / 2)
  let [last, before, energy] = [0, 0, 0]
  for (let index = 0; index < count; index++) {
    const sample = sound.readInt16LE(index * 2)
    const now = sample + coefficient * last - before
    before = last
    last = now
    energy += sample * sample
  }
  const power = last * last + before * before - coefficient * last * before
  return energy === 0 ? 0 : (2 * power) / (count * energy)
}
