/** GIF size, SSIM and time against plain ffmpeg and gifsicle, and accuracy of the size estimates; on real clips by GIF_CLIPS_DIR. */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { estimateGifBytes, sampleMoments } from '@filesmith/contract/gif-estimate'
import { type gifOutputs, gifQualities } from '@filesmith/contract/operations/create-gif'
import type { LiveEngine, SizeMeasurement } from '@filesmith/engines/engine'
import { startGif } from '@filesmith/engines/gif/start-gif'
import { createSandbox } from '@filesmith/engines/process/sandbox'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import type { Bench, BenchRow } from './bench.ts'
import { createBenchClient } from './support/client.ts'
import { cpuSecondsOf } from './support/cpu-time.ts'
import { type GifClip, gifClips } from './support/gif-clips.ts'
import {
  barePipeline,
  drawMaster,
  gifOptions,
  type MasterFrames,
  masterFrames,
  plainGifsicle,
  plainPalette,
  ssimOf,
  timedOptions,
} from './support/gif-encoders.ts'
import { startMeasuredServer } from './support/measured-server.ts'
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
    /** Estimated by the engine from sample frames, as for large clips; undefined where it does not. */
    readonly sampled: number | undefined
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
    // As in the product: the compiled code of the encoder is kept.
    process.env.NODE_COMPILE_CACHE ??= join(folder, 'compiled')
    const sandbox = await createSandbox('required', console.warn)
    const engine = await startGif(defaultEngineSettings, sandbox)
    const sampling = await startGif(defaultEngineSettings, sandbox, 0)
    try {
      const all = new Map<string, Figures[]>()
      const clips = await gifClips(folder)
      for (const clip of clips) {
        for (const [maker, figures] of await measure(engine, sampling, clip, folder)) {
          const { kilobytes, ssim, seconds, predicted } = figures
          const predictions =
            predicted &&
            `estimated ${predicted.estimated.toFixed(2)}, sampled ${predicted.sampled?.toFixed(2)}`
          console.log(
            `${clip.name} | ${maker} | ${kilobytes.toFixed(0)} KB | ${ssim.toFixed(4)} | ${seconds.toFixed(1)} s | ${predictions ?? ''}`,
          )
          all.set(maker, [...(all.get(maker) ?? []), figures])
        }
      }
      return [
        ...rows(all),
        ...(await timeAgainstBare(engine, clips, folder)),
        await accuracyOfMeasured(engine, clips, folder),
        await costOfMeasuring(clips, folder),
      ]
    } finally {
      await Promise.all([engine.close(), sampling.close()])
      await rm(folder, { recursive: true })
    }
  },
}

async function measure(
  engine: LiveEngine,
  sampling: LiveEngine,
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
      const sampled = await sampling.measureSize?.(step)
      const predicted = {
        estimated: estimatedBytes(frames, format, quality) / 1024 / ours.kilobytes,
        sampled: sampled ? sampled.bytes / 1024 / ours.kilobytes : undefined,
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

const timedRounds = 3
const maxTimeRatio = 1.5

/** The best of alternating rounds of the bare pipeline, the engine, and a job of the server from request to result. */
async function timeAgainstBare(
  engine: LiveEngine,
  clips: readonly GifClip[],
  folder: string,
): Promise<readonly BenchRow[]> {
  const server = await startMeasuredServer()
  try {
    const client = createBenchClient(server.baseUrl)
    const ratios: { engine: number; job: number }[] = []
    for (const clip of clips) {
      const out = join(folder, 'timed.gif')
      const step = stepOf(clip, 'gif', timedOptions, out)
      const uploadId = await client.upload(await readFile(clip.path))
      const fields = Object.fromEntries(
        Object.entries(timedOptions).map(([name, value]) => [name, `${value}`]),
      )
      const rounds: { bare: number; engine: number; job: number }[] = []
      for (let round = 0; round < timedRounds; round += 1)
        rounds.push({
          bare: await timeMs(() => barePipeline(clip, out)),
          engine: await timeMs(() => encode(engine, step)),
          job: await timeMs(async () =>
            client.finished(await client.startWith(uploadId, fields, 'create-gif')),
          ),
        })
      const best = (what: keyof (typeof rounds)[number]) => Math.min(...rounds.map(round => round[what]))
      const ratio = { engine: best('engine') / best('bare'), job: best('job') / best('bare') }
      console.log(
        `${clip.name} | bare ${best('bare').toFixed(0)} ms | engine ${ratio.engine.toFixed(2)} x | job ${ratio.job.toFixed(2)} x`,
      )
      ratios.push(ratio)
    }
    const row = (what: string, value: number): BenchRow => ({
      what: `two seconds of video as GIF, ${what}, against the two steps of bare ffmpeg`,
      ...{ value, unit: 'x', goal: `at most ${maxTimeRatio}`, isMet: value <= maxTimeRatio },
    })
    return [
      row('time of the engine', geometricMean(ratios.map(ratio => ratio.engine))),
      row('time of the engine, slowest clip', Math.max(...ratios.map(ratio => ratio.engine))),
      row('time of the job', geometricMean(ratios.map(ratio => ratio.job))),
      row('time of the job, slowest clip', Math.max(...ratios.map(ratio => ratio.job))),
    ]
  } finally {
    await server.stop()
  }
}

/** As users vary them: width, rate, trimmed part, caption, quality. */
const variedOptions = [
  { width: 480, fps: 10, duration: 5 },
  { width: 320, fps: 15, duration: 2, startTime: 0.5 },
  { width: 640, fps: 5, duration: 3, caption: 'A caption of two or three words', quality: 'high' },
] as const

/** Real clips only: a size that is called measured must be that of the result. */
async function accuracyOfMeasured(
  engine: LiveEngine,
  clips: readonly GifClip[],
  folder: string,
): Promise<BenchRow> {
  const real = clips.filter(({ isDrawn }) => !isDrawn)
  const ratios: number[] = []
  for (const clip of real.length > 0 ? real : clips) {
    for (const options of variedOptions) {
      const out = join(folder, 'varied.gif')
      const step = stepOf(clip, 'gif', options, out)
      const measured = await engine.measureSize?.(step)
      if (!measured?.isExact) continue
      await encode(engine, step)
      ratios.push(measured.bytes / (await stat(out)).size)
      await rm(out)
    }
  }
  const worst = 100 * Math.max(...ratios.map(ratio => Math.abs(ratio - 1)))
  return {
    what: `largest error of ${ratios.length} sizes that are called measured, ${real.length} real clips with three settings each`,
    ...{ value: worst, unit: '%', goal: 'at most 20', isMet: worst <= 20 },
  }
}

/** CPU time, which other load does not change. Sandboxed processes are not counted, so the sandbox is off. */
async function costOfMeasuring(clips: readonly GifClip[], folder: string): Promise<BenchRow> {
  const engine = await startGif(defaultEngineSettings, await createSandbox('off', console.warn), 0)
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
    what: 'ours, gif, medium: CPU time to estimate a clip of ten seconds from sample frames, against encoding it',
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
    const sampled = predictions.flatMap(predicted => predicted.sampled ?? [])
    return [
      { what: `${maker}: size against gifsicle -O3`, value: geometricMean(ratios), unit: 'x' },
      ...(Number.isNaN(likeness) ? [] : [{ what: `${maker}: SSIM`, value: likeness, unit: '' }]),
      { what: `${maker}: time`, value: mean(figures.map(({ seconds }) => seconds)), unit: 's' },
      ...accuracyRow(`${maker}: clips estimated within 20 %`, estimated),
      ...accuracyRow(`${maker}: clips estimated from sample frames of the server within 20 %`, sampled),
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
