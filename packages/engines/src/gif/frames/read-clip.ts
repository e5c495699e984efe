/** Decodes the input to raw frames: part of a video, images, or an animated image, with the caption drawn. */
import { formats } from '@filesmith/contract/formats'
import type { StepRun } from '../../engine.ts'
import type { MediaSource } from '../../ffmpeg/run/media-process.ts'
import { drawCaption } from '../caption/draw-caption.ts'
import type { Clip, GifContext, GifFormat, GifOptions } from '../gif-context.ts'
import { imageFrames } from '../images/image-frames.ts'
import { videoFrames } from './video-frames.ts'

/** Share of the progress bar for decoding; the rest is encoding. */
export const readPercent = 40

export async function readClip(
  context: GifContext,
  run: StepRun<GifOptions>,
  format: GifFormat,
  workFolder: string,
): Promise<Clip> {
  const { from, options } = run.step
  const source: MediaSource = { path: run.inputPath, format: from, workFolder, signal: run.signal }
  if (formats[from].kind === 'video') {
    return videoFrames(context, source, options, format, ({ percent, stage }) =>
      run.onProgress({ percent: Math.floor((percent * readPercent) / 100), stage }),
    )
  }
  const clip = await imageFrames(context, run, options, workFolder)
  return drawCaption(context, source, clip, options.caption)
}
