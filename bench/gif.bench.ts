/** GIF size, SSIM and time against plain ffmpeg and gifsicle, and accuracy of the size estimates. */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { estimateGifBytes, sampleMoments } from '@filesmith/contract/gif-estimate'
import { type gifOutputs, gifQualities } from '@filesmith/contract/operations/create-gif'
import type { LiveEngine, SizeMeasurement } from '@filesmith/engines/engine'
import { startGif } from '@filesmith/engines/gif/start-gif'
import { createSandbox } from '@filesmith/engines/process/sandbox'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import type { Bench, BenchRow } from './bench.ts'
import { cpuSecondsOf } from './support/cpu-time.ts'
import { type GifClip, gifClips } from './support/gif-clips.ts'
import {
  drawMaster,
  gifOptions,
  type MasterFrames,
  masterFrames,
  plainGifsicle,
  plainPalette,
  ssimOf,
} from './support/gif-encoders.ts'
import { timeMs } from './support/time.ts'

type Output = (typeof gifOutputs)[number]
type Quality = (typeof gifQualities)[number]

interface Figures {
  readonly kilobytes: number
  readonly ssim: number
  readonly seconds: number
  /** Predicted sizes relative to the real one; only for Filesmith. */
  readonly predicted?: {
    /** Estimated by the web page from frames that it draws. */
    readonly estimated: number
    /** Measured by the engine from sample frames; undefined where it does not measure. */
    readonly measured: number | undefined
  }
}

/** Clip for comparing the cost of measuring with that of encoding. */
const longClipOptions = { width: 480, fps: 10, duration: 9.5 }

/** Further formats for a manual run: GIF_FORMATS=gif,webp,apng,mp4. */
const outputs = (process.env.GIF_FORMATS?.split(',') ?? ['gif']) as Output[]

export const bench: Bench = {
  name: 'gif',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'gif-bench-'))
    const engine = await startGif(defaultEngineSettings, await createSandbox('required', console.warn))
    try {
      const all = new Map<string, Figures[]>()
      const clips = await gifClips(folder)
      for (const clip of clips) {
        for (const [maker, figures] of await measure(engine, clip, folder)) {
          const { kilobytes, ssim, seconds, predicted } = figures
          const predictions =
            predicted &&
            `estimated ${predicted.estimated.toFixed(2)}, measured ${predicted.measured?.toFixed(2)}`
          console.log(
            `${clip.name} | ${maker} | ${kilobytes.toFixed(0)} KB | ${ssim.toFixed(4)} | ${seconds.toFixed(1)} s | ${predictions ?? ''}`,
          )
          all.set(maker, [...(all.get(maker) ?? []), figures])
        }
      }
      return [...rows(all), await costOfMeasuring(clips, folder)]
    } finally {
      await engine.close()
      await rm(folder, { recursive: true })
    }
  },
}

async function measure(
  engine: LiveEngine,
  clip: GifClip,
  folder: string,
): Promise<ReadonlyMap<string, Figures>> {
  const master = await drawMaster(clip, folder)
  const frames = await masterFrames(master, folder)
  const figures = new Map<string, Figures>()
  const measureOutput = async (out: string, work: () => Promise<unknown>): Promise<Figures> => {
    const seconds = (await timeMs(work)) / 1000
    const kilobytes = (await stat(out)).size / 1024
    const isReadable = !out.endsWith('.webp')
    const ssim = isReadable ? await ssimOf(out, master) : Number.NaN
    await rm(out)
    return { kilobytes, ssim, seconds }
  }
  for (const format of outputs) {
    for (const quality of gifQualities) {
      const out = join(folder, `ours.${format}`)
      const step = stepOf(clip, format, { ...gifOptions, quality }, out)
      const ours = await measureOutput(out, () => encode(engine, step))
      const measured = await engine.measureSize?.(step)
      const predicted = {
        estimated: estimatedBytes(frames, format, quality) / 1024 / ours.kilobytes,
        measured: measured ? measured.bytes / 1024 / ours.kilobytes : undefined,
      }
      figures.set(`ours, ${format}, ${quality}`, { ...ours, predicted })
    }
  }
  const [palette, optimized] = [join(folder, 'palette.gif'), join(folder, 'optimized.gif')]
  figures.set('ffmpeg palette', await measureOutput(palette, () => plainPalette(clip, palette)))
  figures.set('gifsicle -O3', await measureOutput(optimized, () => plainGifsicle(clip, optimized)))
  return figures
}

function stepOf(
  clip: GifClip,
  format: Output,
  options: SizeMeasurement['step']['options'],
  outputPath: string,
): SizeMeasurement {
  return {
    step: { ability: 'gif-create', from: clip.format, to: format, options },
    inputPath: clip.path,
    outputPath,
    signal: new AbortController().signal,
  }
}

function encode(engine: LiveEngine, step: SizeMeasurement): Promise<unknown> {
  return engine.runStep({ ...step, onProgress: () => undefined })
}

/** CPU time, which other load does not change. Sandboxed processes are not counted, so the sandbox is off. */
async function costOfMeasuring(clips: readonly GifClip[], folder: string): Promise<BenchRow> {
  const engine = await startGif(defaultEngineSettings, await createSandbox('off', console.warn))
  const costs: number[] = []
  for (const clip of clips.filter(({ isLong }) => isLong)) {
    const out = join(folder, 'long.gif')
    const step = stepOf(clip, 'gif', longClipOptions, out)
    const measuring = await cpuSecondsOf(async () => engine.measureSize?.(step))
    const encoding = await cpuSecondsOf(() => encode(engine, step))
    console.log(`${clip.name} | measured in ${measuring.toFixed(1)} s, encoded in ${encoding.toFixed(1)} s`)
    costs.push(measuring / encoding)
    await rm(out)
  }
  await engine.close()
  return {
    what: 'ours, gif, medium: CPU time to measure a clip of ten seconds, against encoding it',
    value: geometricMean(costs),
    unit: 'x',
    goal: 'at most 0.25',
    isMet: geometricMean(costs) <= 0.25,
  }
}

function estimatedBytes(master: MasterFrames, format: Output, quality: Quality): number {
  const { width, height, frames } = master
  const seconds = frames / gifOptions.fps
  const pairs = sampleMoments(0, seconds, gifOptions.fps).map(({ firstSeconds, secondSeconds }) =>
    master.pair(Math.round(firstSeconds * gifOptions.fps), Math.round(secondSeconds * gifOptions.fps)),
  )
  return estimateGifBytes({ width, height, pairs, frames, quality, format })
}

/** Sizes differ by factors of a hundred, so the geometric mean of the ratios is used. */
function rows(all: ReadonlyMap<string, readonly Figures[]>): BenchRow[] {
  const plain = all.get('gifsicle -O3') ?? []
  return [...all].flatMap(([maker, figures]): BenchRow[] => {
    const ratios = figures.map(({ kilobytes }, index) => kilobytes / (plain[index]?.kilobytes ?? 1))
    const likeness = mean(figures.map(({ ssim }) => ssim))
    const predictions = figures.flatMap(({ predicted }) => predicted ?? [])
    const estimated = predictions.map(predicted => predicted.estimated)
    const measured = predictions.flatMap(predicted => predicted.measured ?? [])
    return [
      { what: `${maker}: size against gifsicle -O3`, value: geometricMean(ratios), unit: 'x' },
      ...(Number.isNaN(likeness) ? [] : [{ what: `${maker}: SSIM`, value: likeness, unit: '' }]),
      { what: `${maker}: time`, value: mean(figures.map(({ seconds }) => seconds)), unit: 's' },
      ...accuracyRow(`${maker}: clips estimated within 20 %`, estimated),
      ...accuracyRow(`${maker}: clips measured within 20 %`, measured),
    ]
  })
}

function accuracyRow(what: string, ratios: readonly number[]): BenchRow[] {
  if (ratios.length === 0) return []
  const near = ratios.filter(ratio => ratio >= 0.8 && ratio <= 1.2).length
  const percent = (100 * near) / ratios.length
  return [{ what, value: percent, unit: '%', goal: 'at least 95', isMet: percent >= 95 }]
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function geometricMean(values: readonly number[]): number {
  return Math.exp(mean(values.map(Math.log)))
}
