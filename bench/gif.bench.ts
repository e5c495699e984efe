/** Size, likeness (SSIM) and seconds of GIFs against plain ffmpeg and plain gifsicle on the same clips, and how well sizes are guessed. */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { estimateGifBytes, sampleMoments } from '@filesmith/contract/gif-estimate'
import { type gifOutputs, gifQualities } from '@filesmith/contract/operations/create-gif'
import type { LiveEngine } from '@filesmith/engines/engine'
import { startGif } from '@filesmith/engines/gif/start-gif'
import { createSandbox } from '@filesmith/engines/process/sandbox'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import type { Bench, BenchRow } from './bench.ts'
import { type GifClip, gifClips } from './support/gif-clips.ts'
import {
  drawMaster,
  type MasterFrames,
  masterFrames,
  piece,
  plainGifsicle,
  plainPalette,
  ssimOf,
} from './support/gif-makers.ts'
import { timeMs } from './support/time.ts'

type Output = (typeof gifOutputs)[number]
type Quality = (typeof gifQualities)[number]

interface Figures {
  readonly kilobytes: number
  readonly ssim: number
  readonly seconds: number
  /** Guessed size against the real one; only of our own. */
  readonly guess?: number
}

/** Other formats are guessed as well: GIF_FORMATS=gif,webp,apng,mp4. */
const outputs = (process.env.GIF_FORMATS?.split(',') ?? ['gif']) as Output[]

export const bench: Bench = {
  name: 'gif',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'gif-bench-'))
    const engine = await startGif(defaultEngineSettings, await createSandbox('auto', console.warn))
    try {
      const all = new Map<string, Figures[]>()
      for (const clip of await gifClips(folder)) {
        for (const [maker, figures] of await measure(engine, clip, folder)) {
          const { kilobytes, ssim, seconds, guess } = figures
          const guessed = guess === undefined ? '' : `guessed ${guess.toFixed(2)}`
          console.log(
            `${clip.name} | ${maker} | ${kilobytes.toFixed(0)} KB | ${ssim.toFixed(4)} | ${seconds.toFixed(1)} s | ${guessed}`,
          )
          all.set(maker, [...(all.get(maker) ?? []), figures])
        }
      }
      return rows(all)
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
  const weigh = async (out: string, work: () => Promise<unknown>): Promise<Figures> => {
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
      const ours = await weigh(out, () => make(engine, clip, format, quality, out))
      const guess = guessedBytes(frames, format, quality) / 1024 / ours.kilobytes
      figures.set(`ours, ${format}, ${quality}`, { ...ours, guess })
    }
  }
  const [palette, optimised] = [join(folder, 'palette.gif'), join(folder, 'optimised.gif')]
  figures.set('ffmpeg palette', await weigh(palette, () => plainPalette(clip, palette)))
  figures.set('gifsicle -O3', await weigh(optimised, () => plainGifsicle(clip, optimised)))
  return figures
}

function make(
  engine: LiveEngine,
  clip: GifClip,
  format: Output,
  quality: Quality,
  outputPath: string,
): Promise<unknown> {
  const options = { ...piece, quality }
  return engine.runStep({
    step: { ability: 'gif-create', from: clip.format, to: format, options },
    inputPath: clip.path,
    outputPath,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })
}

function guessedBytes(master: MasterFrames, format: Output, quality: Quality): number {
  const { width, height, frames } = master
  const seconds = frames / piece.fps
  const pairs = sampleMoments(0, seconds, piece.fps).map(({ firstSeconds, secondSeconds }) =>
    master.pair(Math.round(firstSeconds * piece.fps), Math.round(secondSeconds * piece.fps)),
  )
  return estimateGifBytes({ width, height, pairs, frames, quality, format })
}

/** Sizes differ by hundreds, so clips count alike by their ratio. */
function rows(all: ReadonlyMap<string, readonly Figures[]>): BenchRow[] {
  const plain = all.get('gifsicle -O3') ?? []
  return [...all].flatMap(([maker, figures]): BenchRow[] => {
    const ratios = figures.map(({ kilobytes }, index) => kilobytes / (plain[index]?.kilobytes ?? 1))
    const likeness = mean(figures.map(({ ssim }) => ssim))
    const guesses = figures.flatMap(({ guess }) => (guess === undefined ? [] : [guess]))
    const near = guesses.filter(guess => guess >= 0.8 && guess <= 1.2).length / guesses.length
    return [
      { what: `${maker}: size against gifsicle -O3`, value: geometricMean(ratios), unit: 'x' },
      ...(Number.isNaN(likeness) ? [] : [{ what: `${maker}: SSIM`, value: likeness, unit: '' }]),
      { what: `${maker}: time`, value: mean(figures.map(({ seconds }) => seconds)), unit: 's' },
      ...(guesses.length === 0
        ? []
        : [{ what: `${maker}: clips guessed within 20 %`, value: near * 100, unit: '%', goal: '100' }]),
    ]
  })
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function geometricMean(values: readonly number[]): number {
  return Math.exp(mean(values.map(Math.log)))
}
