/** Image resizing against plain sharp: time, similarity to an ideal result, and accuracy of a maximum file size. */
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FormatId } from '@filesmith/contract/formats'
import { resizeImage } from '@filesmith/contract/operations/resize-image'
import { buildExecutionPlan } from '@filesmith/engines/build-execution-plan'
import type { EngineRuntime } from '@filesmith/engines/engine'
import { engineIds } from '@filesmith/engines/registry'
import { createEngineRuntime } from '@filesmith/engines/runtime'
import sharp, { type Sharp } from 'sharp'
import type { Bench, BenchRow } from './bench.ts'
import { corpusFolder } from './support/corpus-folder.ts'
import { type FloatImage, idealResize, psnr, ssim } from './support/ideal-resize.ts'
import { median } from './support/median.ts'
import { timeMs } from './support/time.ts'

const runs = 3
const corpusImages = corpusFolder('images')

export const bench: Bench = {
  name: 'image-resize',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'filesmith-resize-'))
    const runtime = await createEngineRuntime({
      disabledEngines: engineIds.filter(engine => engine !== 'sharp'),
      helpersPerEngine: 1,
    })
    try {
      const resizer = { folder, runtime }
      return [
        ...(await measureSpeed(resizer)),
        ...(await measureLikeness(resizer)),
        ...(await measureFileSizeTargets(resizer)),
      ]
    } finally {
      await runtime.close()
      await rm(folder, { recursive: true })
    }
  },
}

interface Resizer {
  readonly folder: string
  readonly runtime: EngineRuntime
}

async function resize(
  { folder, runtime }: Resizer,
  inputPath: string,
  from: FormatId,
  to: FormatId,
  fields: object,
) {
  const { steps } = buildExecutionPlan({
    operation: 'resize-image',
    from,
    requested: resizeImage.parse({ ...fields, outputFormat: to }),
    isAvailable: id => id === 'sharp',
  })
  const outputPath = join(folder, `output.${to}`)
  for (const step of steps)
    await runtime.runStep({
      ...{ step, inputPath, outputPath },
      signal: new AbortController().signal,
      onProgress: () => {},
    })
  return outputPath
}

async function measureSpeed(resizer: Resizer): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  const photo = await drawPhoto(6000, 4000)
  for (const [from, width] of [
    ['jpg', 800],
    ['jpg', 1920],
    ['png', 800],
  ] as const) {
    const path = join(resizer.folder, `photo.${from}`)
    await writeFile(path, from === 'jpg' ? photo : await sharp(photo).png({ compressionLevel: 1 }).toBuffer())
    const bare = (isLinear: boolean) => {
      const image = sharp(path).autoOrient().keepIccProfile()
      if (isLinear) image.pipelineColourspace('scrgb')
      const small = image.resize(width).toColourspace('srgb')
      return small.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toFile(join(resizer.folder, 'bare.jpg'))
    }
    const ours = () => resize(resizer, path, from, 'jpg', { width })
    const times = await alternate([ours, () => bare(true), () => bare(false)])
    const [oursMs = 0, linearMs = 0, plainMs = 0] = times
    const what = `24 MP ${from} to ${width} wide`
    const ratio = oursMs / linearMs
    rows.push(
      { what: `${what}, sandboxed helper, file to file`, value: oursMs, unit: 'ms' },
      { what: `${what}, plain sharp in linear light`, value: linearMs, unit: 'ms' },
      { what: `${what}, plain sharp on gamma-encoded values`, value: plainMs, unit: 'ms' },
      {
        what: `${what}, ours against plain sharp in linear light`,
        value: ratio,
        unit: 'x',
        goal: 'at most 1.15',
        isMet: ratio <= 1.15,
      },
      {
        what: `${what}, ours against plain sharp on gamma-encoded values`,
        value: oursMs / plainMs,
        unit: 'x',
      },
    )
  }
  return rows
}

/** Alternates the runs, so that other load on the machine affects all of them. */
async function alternate(works: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const times = works.map((): number[] => [])
  for (let run = 0; run <= runs; run += 1)
    for (const [index, work] of works.entries()) {
      const ms = await timeMs(work)
      if (run > 0) times[index]?.push(ms)
    }
  return times.map(median)
}

async function measureLikeness(resizer: Resizer): Promise<BenchRow[]> {
  const images = [...drawnImages(), ...(await loadSharedImages())]
  const sums = { ours: { psnr: 0, ssim: 0 }, bare: { psnr: 0, ssim: 0 } }
  let worse = 0
  for (const createImage of images) {
    const png = await createImage().removeAlpha().toColourspace('srgb').png().toBuffer()
    const path = join(resizer.folder, 'likeness.png')
    await writeFile(path, png)
    const source = await pixelsOf(sharp(png))
    const width = Math.round(source.width / 3.7)
    const ours = await pixelsOf(sharp(await resize(resizer, path, 'png', 'png', { width })))
    const bare = await pixelsOf(sharp(png).resize(width, ours.height, { fit: 'fill' }))
    const ideal = idealResize(source, width, ours.height)
    const [oursLike, bareLike] = [likeness(ours, ideal), likeness(bare, ideal)]
    if (oursLike.psnr < bareLike.psnr) worse += 1
    for (const measure of ['psnr', 'ssim'] as const) {
      sums.ours[measure] += oursLike[measure] / images.length
      sums.bare[measure] += bareLike[measure] / images.length
    }
  }
  const isBetter = sums.ours.ssim >= sums.bare.ssim
  return [
    { what: 'images compared with the ideal', value: images.length, unit: 'images' },
    { what: 'similarity of ours', value: sums.ours.psnr, unit: 'dB' },
    { what: 'similarity of plain sharp', value: sums.bare.psnr, unit: 'dB' },
    {
      what: 'similarity of ours',
      value: sums.ours.ssim,
      unit: 'SSIM',
      goal: 'not lower than plain sharp',
      isMet: isBetter,
    },
    { what: 'similarity of plain sharp', value: sums.bare.ssim, unit: 'SSIM' },
    {
      what: 'images less similar to the ideal than plain sharp',
      value: worse,
      unit: 'images',
      goal: '0',
      isMet: worse === 0,
    },
  ]
}

function likeness(image: FloatImage, ideal: FloatImage): { psnr: number; ssim: number } {
  return { psnr: psnr(image, ideal), ssim: ssim(image, ideal) }
}

async function pixelsOf(image: Sharp): Promise<FloatImage> {
  const { data, info } = await image
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/**
 * Among images that had to be reduced: how many use at least 90 % of the maximum file size, and whether any exceeds
 * it.
 */
async function measureFileSizeTargets(resizer: Resizer): Promise<BenchRow[]> {
  const images = [...drawnImages(), ...(await loadSharedImages())]
  const rows: BenchRow[] = []
  for (const to of ['jpg', 'webp', 'png'] as const) {
    let [searched, hits, tooLarge] = [0, 0, 0]
    for (const createImage of images) {
      const path = join(resizer.folder, 'target.png')
      await writeFile(path, await createImage().png().toBuffer())
      const free = (await stat(await resize(resizer, path, 'png', to, { width: 640 }))).size
      for (const part of [0.6, 0.25]) {
        const maxKilobytes = Math.max(2, Math.floor((free * part) / 1000))
        if (free <= maxKilobytes * 1000) continue
        const { size } = await stat(await resize(resizer, path, 'png', to, { width: 640, maxKilobytes }))
        searched += 1
        if (size > maxKilobytes * 1000) tooLarge += 1
        else if (size >= maxKilobytes * 900) hits += 1
      }
    }
    const share = (100 * hits) / searched
    rows.push(
      {
        what: `${to}: results above the maximum, of ${searched}`,
        value: tooLarge,
        unit: 'files',
        goal: '0',
        isMet: tooLarge === 0,
      },
      { what: `${to}: results between 90 and 100 % of the maximum`, value: share, unit: '%' },
    )
  }
  return rows
}

/** Reveal resampling faults: grain, a zone plate, hard edges, a checkerboard. */
function drawnImages(): (() => Sharp)[] {
  const [width, height] = [900, 600]
  const draw = (color: (x: number, y: number) => readonly [number, number, number]) => () => {
    const data = Buffer.alloc(width * height * 3)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) data.set(color(x, y), (y * width + x) * 3)
    return sharp(data, { raw: { width, height, channels: 3 } })
  }
  let seed = 1
  const grain = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return (seed / 2_147_483_648 - 0.5) * 40
  }
  const clamp = (value: number) => Math.min(255, Math.max(0, Math.round(value)))
  return [
    draw((x, y) => {
      const wave = 60 * Math.sin(x / 37) * Math.cos(y / 53)
      const noise = grain()
      return [clamp(120 + wave + noise), clamp(90 + y / 6 + noise), clamp(170 - x / 9 - wave + noise)]
    }),
    draw((x, y) => {
      const ring = clamp(128 + 127 * Math.cos(((x - 450) ** 2 + (y - 300) ** 2) / 900))
      return [ring, ring, ring]
    }),
    draw((x, y) => (Math.floor(x / 23 + y / 61) % 2 === 0 ? [240, 240, 230] : [30, 40, 120])),
    draw((x, y) => ((x + y) % 2 === 0 ? [255, 255, 255] : [0, 0, 0])),
  ]
}

async function loadSharedImages(): Promise<(() => Sharp)[]> {
  if (!existsSync(corpusImages)) {
    console.log('Shared images not found: only drawn ones are compared.')
    return []
  }
  const found: (() => Sharp)[] = []
  for (const name of (await readdir(corpusImages)).toSorted()) {
    const bytes = await readFile(join(corpusImages, name))
    const metadata = await sharp(bytes)
      .metadata()
      .catch(() => undefined)
    const isPhoto = metadata && (metadata.pages ?? 1) === 1 && /jpeg|webp|heif/.test(metadata.format)
    if (!isPhoto || metadata.width < 300 || metadata.height < 200 || metadata.space === 'cmyk') continue
    // Decoded here, so that the decoder is not measured as well.
    const upright = await sharp(bytes)
      .autoOrient()
      .toColourspace('srgb')
      .png()
      .toBuffer()
      .catch(() => undefined)
    if (upright) found.push(() => sharp(upright))
  }
  return found
}

/** Smooth areas and fine grain, as in a photo. */
async function drawPhoto(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 12 }
  const grain = await sharp({ create: { width, height, channels: 3, background: 'gray', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const shapes = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>
      <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#20507a"/><stop offset="1" stop-color="#f3b169"/></linearGradient>
    </defs><rect width="100%" height="100%" fill="url(#sky)"/><circle cx="60%" cy="55%" r="25%" fill="#fff4d6"/></svg>`,
  )
  return sharp(shapes)
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer()
}
