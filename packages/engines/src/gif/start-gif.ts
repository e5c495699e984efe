/** Starts the GIF engine: checks the installed codecs. */
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { gifOutputs } from '@filesmith/contract/operations/create-gif'
import { formatIn, handle, parseStep, runStepsWith } from '../ability.ts'
import type { EngineSettings, LiveEngine, StepOutcome, StepRun } from '../engine.ts'
import { findCodecSupport } from '../ffmpeg/probe/codec-support.ts'
import { withMediaWorkFolder } from '../ffmpeg/run/work-folder.ts'
import { atLowPriority } from '../process/at-low-priority.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { gifCreate } from './abilities.ts'
import { encodeClip, scaled } from './encode/encode-clip.ts'
import { readClip, readPercent } from './frames/read-clip.ts'
import type { Clip, Effort, GifContext, GifFormat, GifOptions } from './gif-context.ts'
import { measureSize } from './measure/measure-size.ts'
import { defaultEffort, effortsFrom } from './search/efforts.ts'

/** Fifteen seconds at the default size: takes a few seconds. */
const defaultMaxWholePixels = 20_000_000

/** The size of larger results is estimated from a sample of their frames. */
export async function startGif(
  settings: EngineSettings,
  sandbox: Sandbox,
  maxWholePixels = defaultMaxWholePixels,
): Promise<LiveEngine> {
  const context: GifContext = { sandbox, settings, codecs: await findCodecSupport(sandbox) }
  const inBackground = { ...context, sandbox: atLowPriority(sandbox) }
  return {
    runStep: runStepsWith(handle(gifCreate, run => createGif(context, run))),
    measureSize: run => measureSize(inBackground, parseStep(gifCreate, run), maxWholePixels),
    close: async () => {},
  }
}

const bytesPerKilobyte = 1024

function createGif(context: GifContext, run: StepRun<GifOptions>): Promise<StepOutcome> {
  return withMediaWorkFolder(run.outputPath, async workFolder => {
    const { options } = run.step
    const format = formatIn(gifOutputs, run.step.to)
    const reading = readClip(context, run, format, workFolder)
    try {
      const encoding = { clip: reading, format, options, workFolder, signal: run.signal }
      const { quality, maxKilobytes } = options
      const efforts =
        maxKilobytes === 0 ? [defaultEffort(quality)] : effortsFrom(quality, (await reading).isSlideshow)
      const runs = maxRuns(efforts)
      const fitted = await fitSize(efforts, maxKilobytes * bytesPerKilobyte, (effort, name, index) =>
        encodeClip(context, encoding, effort, name, share => {
          const percent = readPercent + ((95 - readPercent) * (index + share)) / runs
          run.onProgress({ percent: Math.floor(percent), stage: 'encode' })
        }),
      )
      const clip = await reading
      await rename(join(workFolder, fitted.name), run.outputPath)
      run.onProgress({ percent: 100, stage: 'finish' })
      return {
        ...(clip.warnings && { warnings: clip.warnings }),
        notes: [...clip.notes, ...sizeNotes(fitted, clip, format, options), ...loopNotes(format, options)],
      }
    } finally {
      // The folder is removed next.
      await Promise.allSettled([reading])
    }
  })
}

function loopNotes(format: GifFormat, { loopCount }: GifOptions): readonly string[] {
  if (format !== 'mp4' || loopCount < 2) return []
  return ['MP4 files cannot store a loop count; the player decides.']
}

/** Notes for the user: what was reduced to meet the size, or by how much it was missed. */
function sizeNotes(
  { effort, bytes, fits }: FittedResult,
  clip: Clip,
  format: GifFormat,
  { maxKilobytes, fps }: GifOptions,
): readonly string[] {
  if (maxKilobytes === 0) return []
  const { width, height } = scaled(clip, effort.scale, format)
  const changes = [
    ...(effort.scale < 1 ? [`${width} x ${height} pixels`] : []),
    ...(effort.keepEvery > 1 ? [`${Math.round((fps / effort.keepEvery) * 10) / 10} frames per second`] : []),
  ]
  const given =
    changes.length === 0 ? [] : [`To meet the file size, it was reduced to ${changes.join(' and ')}.`]
  if (fits) return given
  const overKilobytes = Math.ceil(bytes / 1024) - maxKilobytes
  return [
    ...given,
    `The file size of ${maxKilobytes} KB was missed by ${overKilobytes} KB. Try a shorter clip or a smaller width.`,
  ]
}

interface FittedResult {
  readonly effort: Effort
  readonly bytes: number
  readonly name: string
  readonly fits: boolean
}

/**
 * Binary search over efforts ordered from best to smallest. If sizes are not strictly monotonic, the result still
 * fits but may not be the very best.
 */
export async function fitSize(
  efforts: readonly Effort[],
  maxBytes: number,
  encode: (effort: Effort, name: string, runIndex: number) => Promise<number>,
): Promise<FittedResult> {
  let runs = 0
  const attempt = async (effort: Effort): Promise<FittedResult> => {
    const name = `result-${runs}`
    const bytes = await encode(effort, name, runs)
    runs += 1
    return { effort, bytes, name, fits: bytes <= maxBytes }
  }
  const [requested, ...others] = efforts
  if (requested === undefined) throw new Error('fitSize needs at least one effort.')
  let best = await attempt(requested)
  if (best.fits) return best
  let [from, until] = [0, others.length]
  while (from < until) {
    const middle = Math.floor((from + until) / 2)
    const tried = await attempt(others[middle] as Effort)
    if (tried.fits || (!best.fits && tried.bytes < best.bytes)) best = tried
    if (tried.fits) until = middle
    else from = middle + 1
  }
  return best
}

/** Upper bound for the number of runs. */
export function maxRuns(efforts: readonly Effort[]): number {
  return 1 + Math.ceil(Math.log2(Math.max(1, efforts.length)))
}
