/** Creates an animated image or clip: raw frames on disk, with a caption, encoded within the requested size. */
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { gifOutputs } from '@filesmith/contract/operations/create-gif'
import { formatIn } from '../ability.ts'
import type { StepOutcome, StepRun } from '../engine.ts'
import { withMediaWorkFolder } from '../ffmpeg/run/work-folder.ts'
import { encodeClip, scaled } from './encode/encode-clip.ts'
import { readClip, readPercent } from './frames/read-clip.ts'
import type { Clip, GifContext, GifFormat, GifOptions } from './gif-context.ts'
import { defaultEffort, effortsFrom } from './search/efforts.ts'
import { type FittedResult, fitSize, maxRuns } from './search/fit-size.ts'

const bytesPerKilobyte = 1024

export function createGif(context: GifContext, run: StepRun<GifOptions>): Promise<StepOutcome> {
  return withMediaWorkFolder(run.outputPath, async workFolder => {
    const { options } = run.step
    const format = formatIn(gifOutputs, run.step.to)
    const clip = await readClip(context, run, format, workFolder)
    const encoding = { clip, format, options, workFolder, signal: run.signal }
    const { quality, maxKilobytes } = options
    const efforts = maxKilobytes === 0 ? [defaultEffort(quality)] : effortsFrom(quality, clip.isSlideshow)
    const runs = maxRuns(efforts)
    const fitted = await fitSize(efforts, maxKilobytes * bytesPerKilobyte, (effort, name, index) =>
      encodeClip(context, encoding, effort, name, share => {
        const percent = readPercent + ((95 - readPercent) * (index + share)) / runs
        run.onProgress({ percent: Math.floor(percent), stage: 'encode' })
      }),
    )
    await rename(join(workFolder, fitted.name), run.outputPath)
    run.onProgress({ percent: 100, stage: 'finish' })
    return {
      notes: [...clip.notes, ...sizeNotes(fitted, clip, format, options), ...loopNotes(format, options)],
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
