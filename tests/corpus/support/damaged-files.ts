/** Generates small files of many formats, damages them, and finds out what the engine alone reads of them. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FormatId } from '@filesmith/contract/formats'
import { formats } from '@filesmith/contract/formats'
import type { OperationId } from '@filesmith/contract/operations/registry'
import { officeInputs } from '@filesmith/engines/libreoffice/abilities'
import { openForRendering } from '@filesmith/engines/pdf/render/render-page'
import sharp from 'sharp'
import { reportDocx, reportHtml, reportRtf, sampleDocument } from './report.ts'

const run = promisify(execFile)

/** Deterministic noise: xorshift. */
function noise(bytes: number): Buffer {
  let state = 0x9e3779b9
  return Buffer.from(
    Array.from({ length: bytes }, () => {
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      return state & 255
    }),
  )
}

export const damages = {
  'cut at 60 %': (file: Buffer) => file.subarray(0, Math.floor(file.length * 0.6)),
  'overwritten in the middle': (file: Buffer) => {
    const length = Math.max(16, Math.floor(file.length / 100))
    const at = Math.floor(file.length / 2)
    return Buffer.concat([file.subarray(0, at), noise(length), file.subarray(at + length)])
  },
  'with garbage appended': (file: Buffer) => Buffer.concat([file, noise(Math.floor(file.length / 10) + 64)]),
} as const satisfies Record<string, (file: Buffer) => Buffer>
export type Damage = keyof typeof damages

const sound = ['-f', 'lavfi', '-i', 'anoisesrc=d=6:a=0.2:c=pink:seed=1']
const clip = ['-f', 'lavfi', '-i', 'testsrc2=s=160x120:r=25:d=6', '-f', 'lavfi', '-i', 'sine=440:d=6']
const h264 = [...clip, '-c:v', 'libx264', '-preset', 'ultrafast', '-g', '25', '-c:a', 'aac']

const mediaArgs: Readonly<Record<string, readonly string[]>> = {
  'faststart.mp4': [...h264, '-movflags', '+faststart'],
  'fragmented.mp4': [...h264, '-movflags', '+frag_keyframe+empty_moov'],
  'index-last.mov': h264,
  'clip.mkv': h264,
  'clip.ts': h264,
  'clip.webm': [...clip, '-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libvorbis'],
  'clip.avi': [...clip, '-c:v', 'mpeg4', '-c:a', 'libmp3lame'],
  'clip.wmv': [...clip, '-c:v', 'wmv2', '-c:a', 'wmav2'],
  'clip.flv': [...clip, '-c:v', 'flv', '-ar', '44100', '-c:a', 'libmp3lame'],
  'clip.mpg': [...clip, '-c:v', 'mpeg2video', '-c:a', 'mp2'],
  'clip.ogv': [...clip, '-c:v', 'libtheora', '-c:a', 'libvorbis'],
  'sound.mp3': sound,
  'sound.wav': sound,
  'sound.flac': sound,
  'sound.aiff': sound,
  'sound.m4a': [...sound, '-movflags', '+faststart'],
  'sound.ogg': sound,
  'sound.opus': sound,
  'sound.aac': sound,
}

const [width, height] = [320, 240]
const image = () => {
  const pixels = Buffer.from(
    Array.from({ length: width * height * 3 }, (_, at) => (at * 7 + (at >> 8) * 13 + (at % 3) * 50) & 255),
  )
  return sharp(pixels, { raw: { width, height, channels: 3 } }).blur(1.5)
}

/** Uncompressed strips behind their index; libtiff writes the index behind them. */
async function tiffWithIndexFirst(): Promise<Buffer> {
  const pixels = await image().raw().toBuffer()
  const strips = 10
  const stripBytes = pixels.length / strips
  const [short, long] = [3, 4]
  const lists = 8 + 2 + 9 * 12 + 4
  const [bitsAt, offsetsAt, lengthsAt, pixelsAt] = [0, 8, 8 + strips * 4, 8 + strips * 8].map(
    at => lists + at,
  )
  if (bitsAt === undefined || offsetsAt === undefined || lengthsAt === undefined || pixelsAt === undefined)
    throw new Error('no positions')
  const tags = [
    [256, long, 1, width],
    [257, long, 1, height],
    [258, short, 3, bitsAt],
    [259, short, 1, 1],
    [262, short, 1, 2],
    [273, long, strips, offsetsAt],
    [277, short, 1, 3],
    [278, long, 1, height / strips],
    [279, long, strips, lengthsAt],
  ] as const
  const file = Buffer.alloc(pixelsAt + pixels.length)
  file.write('II*\0', 0, 'latin1')
  file.writeUInt32LE(8, 4)
  file.writeUInt16LE(tags.length, 8)
  tags.forEach(([tag, type, count, value], index) => {
    const at = 10 + index * 12
    file.writeUInt16LE(tag, at)
    file.writeUInt16LE(type, at + 2)
    file.writeUInt32LE(count, at + 4)
    file.writeUInt32LE(value, at + 8)
  })
  for (let channel = 0; channel < 3; channel++) file.writeUInt16LE(8, bitsAt + channel * 2)
  for (let strip = 0; strip < strips; strip++) {
    file.writeUInt32LE(pixelsAt + strip * stripBytes, offsetsAt + strip * 4)
    file.writeUInt32LE(stripBytes, lengthsAt + strip * 4)
  }
  pixels.copy(file, pixelsAt)
  return file
}

const otherSamples: Readonly<Record<string, () => Promise<Buffer | string>>> = {
  'baseline.jpg': () => image().jpeg().toBuffer(),
  'progressive.jpg': () => image().jpeg({ progressive: true }).toBuffer(),
  'image.png': () => image().png().toBuffer(),
  'interlaced.png': () => image().png({ progressive: true }).toBuffer(),
  'image.webp': () => image().webp().toBuffer(),
  'lossless.webp': () => image().webp({ lossless: true }).toBuffer(),
  'image.tiff': () => image().tiff({ compression: 'lzw' }).toBuffer(),
  'index-first.tiff': tiffWithIndexFirst,
  'image.gif': () => image().gif().toBuffer(),
  'image.avif': () => image().avif({ effort: 0 }).toBuffer(),
  'report.docx': reportDocx,
  'report.odt': () => sampleDocument('report.odt'),
  'report.rtf': reportRtf,
  'report.html': reportHtml,
  'columns.pdf': () => readFile(new URL('../samples/pdf/columns.pdf', import.meta.url)),
}

export const sampleNames = [...Object.keys(mediaArgs), ...Object.keys(otherSamples)]

const made = new Map<string, Promise<Buffer>>()

/** Made once; each caller gets a copy. */
export async function makeSample(name: string): Promise<Buffer> {
  const making = made.get(name) ?? makeSampleOnce(name)
  made.set(name, making)
  return Buffer.from(await making)
}

async function makeSampleOnce(name: string): Promise<Buffer> {
  const make = otherSamples[name]
  if (make !== undefined) return Buffer.from(await make())
  const folder = await mkdtemp(join(tmpdir(), 'damaged-sample-'))
  try {
    const path = join(folder, name)
    await run('/usr/bin/ffmpeg', ['-nostdin', '-v', 'error', '-y', ...(mediaArgs[name] ?? []), path])
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

interface Request {
  readonly operation: OperationId
  readonly to: FormatId
}

function isOfficeInput(format: FormatId): boolean {
  return (officeInputs as readonly FormatId[]).includes(format)
}

/** Another format of the same kind; undefined for formats that are not damaged here. */
export function requestFor(format: FormatId): Request | undefined {
  if (format === 'pdf') return { operation: 'convert-pdf', to: 'png' }
  if (format === 'svg' || format === 'txt') return undefined
  switch (formats[format].kind) {
    case 'image':
      return { operation: 'convert-image', to: format === 'png' ? 'webp' : 'png' }
    case 'video':
      return { operation: 'convert-video', to: format === 'mkv' ? 'mp4' : 'mkv' }
    case 'audio':
      return { operation: 'convert-audio', to: format === 'mp3' ? 'wav' : 'mp3' }
    case 'document':
      return isOfficeInput(format) ? { operation: 'convert-document', to: 'txt' } : undefined
    default:
      return undefined
  }
}

/** Whether the engine reads anything of the file without the product; undefined if it has no such engine here. */
export async function canEngineRead(format: FormatId, file: Buffer): Promise<boolean | undefined> {
  if (format === 'pdf') return canPdfiumRead(file)
  const { kind } = formats[format]
  if (kind === 'image') return canSharpRead(file)
  return kind === 'video' || kind === 'audio' ? canFfmpegRead(file, kind) : undefined
}

async function canPdfiumRead(file: Buffer): Promise<boolean> {
  try {
    const document = await openForRendering(file, { maxPages: 1000, maxPixels: 1_000_000 })
    document.destroy()
    return true
  } catch {
    return false
  }
}

async function canSharpRead(file: Buffer): Promise<boolean> {
  try {
    const { channels } = await sharp(file, { failOn: 'none' }).stats()
    return channels.some(({ min, max }) => min < max)
  } catch {
    return false
  }
}

/** A frame of the kind, decoded. */
async function canFfmpegRead(file: Buffer, kind: 'video' | 'audio'): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'damaged-file-'))
  try {
    const path = join(folder, 'file')
    await writeFile(path, file)
    const args = ['-nostdin', '-v', 'error', '-i', path, '-map', kind === 'video' ? '0:v:0' : '0:a:0']
    const { stdout } = await run('/usr/bin/ffmpeg', [...args, '-f', 'framecrc', '-'], {
      maxBuffer: 64 * 1024 * 1024,
    })
    return stdout.split('\n').some(line => /^0,/.test(line))
  } catch {
    return false
  } finally {
    await rm(folder, { recursive: true })
  }
}
