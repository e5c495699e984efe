/** Encodes a clip in the sandbox with the given effort; returns the size of the result. */
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { formats } from '@filesmith/contract/formats'
import { trimmedLibraries } from '../../process/trimmed-libraries.ts'
import type { Clip, Effort, GifContext, GifFormat, GifOptions, Size } from '../gif-context.ts'
import { runSandboxed } from '../run-sandboxed.ts'
import { delaysInUnits, thinOut, unitsPerSecond } from '../timing.ts'
import type { EncodeJob } from './encode-job.ts'

export interface Encoding {
  /** The program starts while the clip is still being read. */
  readonly clip: Clip | Promise<Clip>
  /** Indices of the frames to encode, in this order; default: all. */
  readonly frames?: readonly number[]
  readonly format: GifFormat
  readonly options: GifOptions
  readonly workFolder: string
  readonly signal: AbortSignal
}

/** Frame rate of a slideshow as MP4: delays are met to a tenth of a second, or to the requested rate. */
const minSlideshowRate = 10

export async function encodeClip(
  context: GifContext,
  encoding: Encoding,
  effort: Effort,
  resultName: string,
  onShare: (share: number) => void,
): Promise<number> {
  const { format, options, workFolder, signal } = encoding
  await runSandboxed(context, {
    program: 'encode/program.ts',
    ...trimmedLibraries(context.sandbox),
    // The frames are in the work folder, too, and may not exist yet.
    input: workFolder,
    workFolder,
    job: async ({ outFolder }): Promise<EncodeJob> => {
      const clip = await encoding.clip
      const { order, delaysMs } = shownFrames(clip, encoding, effort)
      return {
        ...{ width: clip.width, height: clip.height, hasAlpha: clip.hasAlpha, isSlideshow: clip.isSlideshow },
        framesPath: join(outFolder, basename(clip.path)),
        order,
        delays: delaysInUnits(delaysMs, unitsPerSecond[format]),
        unitsPerSecond: unitsPerSecond[format],
        ...{ format, effort, target: scaled(clip, effort.scale, format) },
        plays: options.loopCount,
        framesPerSecond: clip.isSlideshow
          ? Math.max(minSlideshowRate, options.fps)
          : Math.max(1, options.fps / effort.keepEvery),
        workFolder: outFolder,
        resultName,
      }
    },
    signal,
    onShare,
    errorParams: () => ({ format: formats[format].label }),
  })
  return (await stat(join(workFolder, resultName))).size
}

function shownFrames(clip: Clip, { frames, options }: Encoding, { keepEvery }: Effort) {
  if (frames) return { order: frames, delaysMs: frames.map(frame => clip.delaysMs[frame] ?? 0) }
  const { kept, delaysMs } = thinOut(clip.delaysMs, keepEvery)
  return options.isReversed
    ? { order: kept.toReversed(), delaysMs: delaysMs.toReversed() }
    : { order: kept, delaysMs }
}

export function scaled({ width, height }: Size, scale: number, format: GifFormat): Size {
  const step = format === 'mp4' ? 2 : 1
  const length = (full: number) => Math.max(2, Math.round((full * scale) / step) * step)
  return scale === 1 ? { width, height } : { width: length(width), height: length(height) }
}
