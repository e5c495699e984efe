/** Decodes the input to raw frames: part of a video, images, or an animated image, with the caption drawn. */

import { join } from 'node:path'
import { formats } from '@filesmith/contract/formats'
import type { StepRun } from '../../engine.ts'
import { type MediaSource, runMedia } from '../../ffmpeg/run/media-process.ts'
import { captionFilter } from '../caption/caption-file.ts'
import type { Clip, GifContext, GifFormat, GifOptions } from '../gif-context.ts'
import { imageFrames } from '../images/image-frames.ts'
import { videoFrames } from './video-frames.ts'

/** Draws a caption on raw frames with ffmpeg. */
const framesName = 'captioned.rgba'

async function drawCaption(
  context: GifContext,
  source: MediaSource,
  clip: Clip,
  caption: string,
): Promise<Clip> {
  const filters = await captionFilter(caption, clip, source.workFolder)
  if (filters.length === 0) return clip
  await runMedia(
    context,
    { ...source, path: clip.path },
    {
      program: 'ffmpeg',
      args: ({ input, outFolder }) => [
        ...['-nostdin', '-hide_banner', '-v', 'error', '-y', '-protocol_whitelist', 'file'],
        ...['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${clip.width}x${clip.height}`, '-i', input],
        ...['-filter:v', filters.join(','), '-fps_mode', 'passthrough', '-pix_fmt', 'rgba'],
        ...['-c:v', 'rawvideo', '-f', 'rawvideo', join(outFolder, framesName)],
      ],
    },
  )
  return { ...clip, path: join(source.workFolder, framesName) }
}

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
