/**
 * Images of every input format to JPEG, upload to downloaded result in a warm private instance, against the bare
 * decoder in the same run: sharp where it reads the format, libheif, libjxl, resvg and the PSD reader with sharp in
 * this process, else ffmpeg. Generated images have 12 megapixels.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type FormatId, formats } from '@filesmith/contract/formats'
import { convertImage } from '@filesmith/contract/operations/convert-image'
import { sniffFormat, sniffHeadBytes } from '@filesmith/contract/sniff-format'
import sharp from 'sharp'
import { jpgQuality } from '../../packages/engines/src/sharp/quality.ts'
import { withHeif } from '../../packages/engines/src/sharp/readers/read-heif.ts'
import { readJxl } from '../../packages/engines/src/sharp/readers/read-jxl.ts'
import { readPsd } from '../../packages/engines/src/sharp/readers/read-psd.ts'
import { writeTiff } from '../../packages/engines/src/sharp/readers/write-tiff.ts'
import { drawSvg, measureSvg, unpackSvg } from '../../packages/engines/src/sharp/svg/open-svg.ts'
import type { BenchRow } from '../bench.ts'
import { type BenchClient, createBenchClient } from '../support/client.ts'
import { startMeasuredServer } from '../support/measured-server.ts'
import { median } from '../support/median.ts'
import { timeMs } from '../support/time.ts'

const runs = process.env.THOROUGH ? 15 : 5
const maxOverheadMs = 60
const maxPixels = 200_000_000
/** Formats that libvips does not read, and ffmpeg does. */
const readByFfmpeg: readonly FormatId[] = ['bmp', 'ico', 'qoi']
const generated = ['jpg', 'png', 'webp', 'tiff', 'avif', 'bmp', 'jxl', 'psd', 'qoi'] as const
const run = promisify(execFile)

interface Sample {
  readonly name: string
  readonly format: FormatId
  readonly bytes: Buffer
}

// Only measured here; the product loads it without its encoder.
process.env.LIBHEIF ??= 'libheif.so.1'

/** The folder holds one file of each format. */
export async function measureImageFormats(folder: string): Promise<BenchRow[]> {
  const work = await mkdtemp(join(tmpdir(), 'image-formats-'))
  const server = await startMeasuredServer({
    INSTANCE: 'private',
    DISABLED_ENGINES: 'libreoffice,ocr,speech,translation,ffmpeg,gif,archive,pdf',
  })
  try {
    const client = createBenchClient(server.baseUrl)
    const samples = [...(await givenSamples(folder)), ...(await generateSamples(client))]
    const rows: BenchRow[] = []
    const overheads: number[] = []
    const withoutDecoder: string[] = []
    for (const sample of samples) {
      const compared = await compare(sample, client, work)
      if (compared === undefined) {
        withoutDecoder.push(sample.name)
        continue
      }
      const { bare, ours, upload } = compared
      overheads.push(ours - bare)
      rows.push({ what: `${sample.name}, bare decoder`, value: Math.round(bare), unit: 'ms' })
      rows.push({
        what: `${sample.name}, Filesmith`,
        value: Math.round(ours),
        unit: 'ms',
        goal: `at most ${maxOverheadMs} ms more`,
        isMet: ours - bare <= maxOverheadMs,
      })
      rows.push({ what: `${sample.name}, its upload alone`, value: Math.round(upload), unit: 'ms' })
    }
    rows.push({
      what: `images without a bare decoder to compare with: ${withoutDecoder.join(', ')}`,
      value: withoutDecoder.length,
      unit: 'files',
    })
    rows.push({ what: 'images: median overhead', value: Math.round(median(overheads)), unit: 'ms' })
    return rows
  } finally {
    await server.stop()
    await rm(work, { recursive: true })
  }
}

async function givenSamples(folder: string): Promise<Sample[]> {
  const files = await Promise.all(
    (await readdir(folder)).map(async name => ({ name, bytes: await readFile(join(folder, name)) })),
  )
  return files.flatMap(({ name, bytes }) => {
    const format = sniffFormat(bytes.subarray(0, sniffHeadBytes), bytes)
    const isImage = (convertImage.inputs as readonly (FormatId | undefined)[]).includes(format)
    return format && isImage ? [{ name, format, bytes }] : []
  })
}

/** Written by the product itself, whose writers the corpus tests compare with other readers. */
async function generateSamples(client: BenchClient): Promise<Sample[]> {
  const [width, height] = [4000, 3000]
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 20 }
  const grain = sharp({ create: { width, height, channels: 3, background: 'gray', noise } })
  const photo = await grain.blur(2).jpeg({ quality: 92 }).toBuffer()
  const samples: Sample[] = []
  for (const format of generated) {
    const bytes = format === 'jpg' ? photo : await client.roundTrip(photo, { outputFormat: format })
    samples.push({ name: `12 MP ${formats[format].label}`, format, bytes: Buffer.from(bytes) })
  }
  return samples
}

interface Compared {
  readonly bare: number
  readonly ours: number
  /** The first part of ours, measured by itself. */
  readonly upload: number
}

/** Medians in milliseconds. Undefined if no bare decoder reads the file. */
async function compare(sample: Sample, client: BenchClient, work: string): Promise<Compared | undefined> {
  const path = join(work, `input.${sample.format}`)
  await writeFile(path, sample.bytes)
  const to = sample.format === 'jpg' ? 'webp' : 'jpg'
  const decoders = [convertBySharp, convertByFfmpeg]
  if (readByFfmpeg.includes(sample.format)) decoders.reverse()
  const bareConversions = decoders.map(convert => () => convert(sample, path, join(work, `bare.${to}`)))
  const bare = await firstThatWorks(bareConversions)
  if (bare === undefined) return undefined
  const ours = () => client.roundTrip(sample.bytes, { outputFormat: to })
  await ours()
  const times: Record<keyof Compared, number[]> = { bare: [], ours: [], upload: [] }
  for (let index = 0; index < runs; index++) {
    times.bare.push(await timeMs(bare))
    times.ours.push(await timeMs(ours))
    times.upload.push(await timeMs(() => client.upload(sample.bytes)))
  }
  return { bare: median(times.bare), ours: median(times.ours), upload: median(times.upload) }
}

type BareConversion = () => Promise<unknown>

async function firstThatWorks(conversions: readonly BareConversion[]): Promise<BareConversion | undefined> {
  for (const convert of conversions) {
    try {
      await convert()
      return convert
    } catch {
      // The next decoder may read it.
    }
  }
  return undefined
}

function convertByFfmpeg(_: Sample, path: string, output: string): Promise<unknown> {
  return run('ffmpeg', ['-v', 'error', '-y', '-i', path, '-frames:v', '1', '-q:v', '3', output])
}

async function convertBySharp({ format }: Sample, path: string, output: string): Promise<unknown> {
  const image = sharp(await readableByLibvips(format, path), { limitInputPixels: false }).autoOrient()
  if (output.endsWith('webp')) return image.webp().toFile(output)
  return image.flatten({ background: '#ffffff' }).jpeg(jpgQuality.medium).toFile(output)
}

async function readableByLibvips(format: FormatId, path: string): Promise<Buffer | string> {
  if (format === 'jxl') {
    const image = readJxl(await readFile(path), maxPixels)
    if (image) return writeTiff(image)
  }
  if (format === 'psd') {
    const image = readPsd(await readFile(path), maxPixels)
    if (image) return writeTiff(image)
  }
  if (format === 'heic') {
    const tiff = withHeif(await readFile(path), maxPixels, ({ read }) => writeTiff(read(0)))
    if (tiff) return tiff
  }
  if (format === 'svg') {
    const svg = unpackSvg(await readFile(path))
    return drawSvg(svg, await measureSvg(svg))
  }
  return path
}
