/** Decodes what can be read of a damaged image, and reports that as a note. */
import sharp from 'sharp'
import { type ImageReport, withImageReport } from '../image-notes.ts'
import type { ImageInput, ImageRequest } from '../image-request.ts'
import type { JobHandler, StreamedResult } from '../process/helper-program.ts'
import { JobFailure } from '../process/job-failure.ts'

/** Warnings of libjpeg that mean wrong or missing pixels; others are about metadata and markers. */
const lostPixels = /premature end|bad Huffman code|Corrupt JPEG data/i

export function tolerateDamage(handle: JobHandler<ImageRequest>): JobHandler<ImageRequest> {
  return async (request, received, report) => {
    const { value, isDamaged } = await readDespiteDamage(request.from, received, (input, tolerance) =>
      handle({ ...request, tolerance }, input, report),
    )
    return isDamaged ? withDamageNote(value) : value
  }
}

interface ReadImage<Value> {
  readonly value: Value
  /** Pixels are missing or wrong. */
  readonly isDamaged: boolean
}

/** First strictly, because libvips does not say what it tolerated. */
export async function readDespiteDamage<Value>(
  from: ImageInput,
  input: Buffer,
  read: (input: Buffer, tolerance: 'none' | 'all') => Promise<Value>,
): Promise<ReadImage<Value>> {
  try {
    return { value: await read(input, 'none'), isDamaged: false }
  } catch (error) {
    if (!(error instanceof JobFailure) || error.code !== 'file-damaged' || from === 'svg') throw error
    const repaired = repairs[from]?.(input) ?? input
    const value = await read(repaired, 'all').catch(() => {
      throw error
    })
    if (openedByLibvips.has(from) && (await isBlank(repaired))) throw error
    return { value, isDamaged: from !== 'jpg' || lostPixels.test(messageOf(error.cause)) }
  }
}

/** 'error' tolerates warnings but not missing pixels; libjpeg only warns of wrong ones. */
export function failOn({
  from,
  tolerance,
}: Pick<ImageRequest, 'from' | 'tolerance'>): 'none' | 'warning' | 'error' {
  if (tolerance === 'all') return 'none'
  return tolerance === 'none' && from === 'jpg' ? 'warning' : 'error'
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : ''
}

/** Formats that libvips opens itself; the other readers refuse an image of which they could read nothing. */
const openedByLibvips: ReadonlySet<ImageInput> = new Set([
  'jpg',
  'png',
  'apng',
  'gif',
  'webp',
  'tiff',
  'avif',
])

/** Missing pixels are filled with one color: an image without any other has no pixel that was read. */
async function isBlank(input: Buffer): Promise<boolean> {
  const image = sharp(input, { failOn: 'none', limitInputPixels: false })
  // A damaged AVIF that was read by libheif.
  const read = await image.stats().catch(() => undefined)
  return read?.channels.every(({ min, max }) => min === max) ?? false
}

function withDamageNote(result: Uint8Array | StreamedResult): StreamedResult {
  if (result instanceof Uint8Array) return withImageReport(result, { notes: [{ kind: 'damaged' }] })
  const about = () => {
    const reported: ImageReport = result.about()
    return { ...reported, notes: [{ kind: 'damaged' }, ...(reported.notes ?? [])] }
  }
  return { chunks: result.chunks, about }
}

/** Containers that libvips reads only as a whole. */
const repairs: Readonly<Partial<Record<ImageInput, (input: Buffer) => Buffer>>> = {
  webp: repairWebp,
  apng: repairApng,
  avif: padHeif,
  heic: padHeif,
}

const riffHeaderBytes = 12
const chunkHeaderBytes = 8

/** Drops an incomplete frame of an animation; fills incomplete data of a still image with zeros. */
function repairWebp(input: Buffer): Buffer {
  let offset = riffHeaderBytes
  let hasFrame = false
  while (offset + chunkHeaderBytes <= input.length) {
    const bytes = input.readUInt32LE(offset + 4)
    const end = offset + chunkHeaderBytes + bytes + (bytes % 2)
    const isFrame = input.toString('latin1', offset, offset + 4) === 'ANMF'
    if (end > input.length) {
      const isFilled = !(isFrame && hasFrame) && end - input.length < input.length * maxGrowth
      const missing = Buffer.alloc(isFilled ? end - input.length : 0)
      return withRiffSize(Buffer.concat([input.subarray(0, isFilled ? input.length : offset), missing]))
    }
    hasFrame ||= isFrame
    offset = end
  }
  return withRiffSize(Buffer.from(input.subarray(0, offset)))
}

/** A declared length is not trusted beyond this (memory exhaustion); of less than a tenth hardly anything is seen. */
const maxGrowth = 10

function withRiffSize(webp: Buffer): Buffer {
  webp.writeUInt32LE(webp.length - chunkHeaderBytes, 4)
  return webp
}

/** Fills the missing end of the last box with zeros: libheif opens no file whose index refers to bytes behind its end. */
function padHeif(input: Buffer): Buffer {
  let end = 0
  while (end + heifBoxBytes <= input.length) {
    const bytes = input.readUInt32BE(end)
    // 64-bit sizes, and boxes that extend to the end of the file.
    if (bytes < heifBoxBytes) return input
    end += bytes
  }
  const missing = end - input.length
  if (missing <= 0 || missing > input.length * maxGrowth) return input
  return Buffer.concat([input, Buffer.alloc(missing)])
}

const heifBoxBytes = 8
const pngSignatureBytes = 8
const pngEnd = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82])

/** Drops the last frame if the file ends in it. */
function repairApng(input: Buffer): Buffer {
  let offset = pngSignatureBytes
  let lastFrame = 0
  while (offset + 12 <= input.length) {
    const end = offset + 12 + input.readUInt32BE(offset)
    if (end > input.length) break
    const type = input.toString('latin1', offset + 4, offset + 8)
    if (type === 'IEND') return input
    if (type === 'fcTL') lastFrame = offset
    offset = end
  }
  return Buffer.concat([input.subarray(0, lastFrame), pngEnd])
}
