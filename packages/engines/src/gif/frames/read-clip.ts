/** Decodes the input to raw frames: part of a video, images, or an animated image, with the caption drawn. */

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import { formats } from '@filesmith/contract/formats'
import { framesOf } from '@filesmith/contract/gif-estimate'
import type { Progress, StepRun } from '../../engine.ts'
import { damagedFile, requireDecodable, requireVideo } from '../../ffmpeg/encoding/refusals.ts'
import { videoFilters } from '../../ffmpeg/encoding/video-filters.ts'
import { declaredLength, endsEarly, playedStreams } from '../../ffmpeg/length/length.ts'
import { inputArgs } from '../../ffmpeg/probe/demuxers.ts'
import type { VideoTrack } from '../../ffmpeg/probe/media-probe.ts'
import { probeMedia } from '../../ffmpeg/probe/probe.ts'
import { type MediaSource, runMedia } from '../../ffmpeg/run/media-process.ts'
import { createProgressReader, progressArgs } from '../../ffmpeg/run/progress.ts'
import { captionFilter } from '../caption/caption-file.ts'
import type { Clip, GifContext, GifFormat, GifOptions, Size } from '../gif-context.ts'
import { imageFrames } from '../images/image-frames.ts'
import { videoDelaysMs } from '../timing.ts'
import { canvasFor, exceedsClipLimit, maxHeight } from './canvas.ts'

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

/** Decodes part of a video to raw frames on disk, at the requested rate and size, rotation applied. */
const videoFramesName = 'video.rgba'

async function videoFrames(
  context: GifContext,
  source: MediaSource,
  options: GifOptions,
  format: GifFormat,
  onProgress: (progress: Progress) => void,
): Promise<Clip> {
  const probe = await probeMedia(context, source)
  const { video } = requireVideo(probe, source.format, context.codecs, context.settings.media)
  requireDecodable(video, source.format, context.codecs)
  const { startTime, duration, fps } = options
  const lengthSeconds = declaredLength(probe, source.format, playedStreams(probe))
  const videoSeconds = video.durationSeconds ?? lengthSeconds
  if (videoSeconds !== null && startTime >= videoSeconds) throw startBeyondEnd(videoSeconds)
  const size = canvasFor(options.width, { width: video.displayWidth, height: video.displayHeight }, format)
  const wanted = framesOf(Math.min(duration, (lengthSeconds ?? Infinity) - startTime), fps)
  if (size.height > maxHeight)
    throw new AppError('image-does-not-fit', { format: formats[format].label, pixels: maxHeight })
  if (exceedsClipLimit(size, wanted)) throw new AppError('too-many-frames')
  const hasAlpha = video.hasAlpha && format !== 'mp4'
  const caption = await captionFilter(options.caption, size, source.workFolder)
  const filters = [...framesFilters(video, size, fps, hasAlpha), ...caption]
  const reader = createProgressReader(({ frames }) =>
    onProgress({ percent: Math.min(95, Math.floor((100 * frames) / wanted)), stage: 'decode' }),
  )
  await runMedia(context, source, {
    program: 'ffmpeg',
    args: ({ input, outFolder }) => [
      ...['-nostdin', '-hide_banner', '-v', 'error', '-y', ...progressArgs],
      // Seeking to 0 finds nothing in an FLV file whose first timestamp is later.
      ...(startTime > 0 ? ['-ss', String(startTime)] : []),
      ...[...inputArgs(source.format), '-i', input],
      ...['-map', `0:${video.index}`, '-an', '-sn', '-dn', '-filter:v', filters.join(',')],
      ...['-frames:v', String(framesOf(duration, fps)), '-fps_mode', 'passthrough'],
      ...['-c:v', 'rawvideo', '-f', 'rawvideo', join(outFolder, videoFramesName)],
    ],
    onLine: reader.readLine,
  })
  const path = join(source.workFolder, videoFramesName)
  const frames = Math.floor((await stat(path)).size / (size.width * size.height * 4))
  refuseEmpty(frames, { source, startTime, lengthSeconds })
  const delaysMs = videoDelaysMs(frames, fps, Math.min(duration, remainingSeconds(videoSeconds, startTime)))
  const clip = { ...size, path, delaysMs, hasAlpha, isSlideshow: false, notes: [] }
  // Tolerant, because the declared length is often inexact.
  const isCutOff = lengthSeconds !== null && frames < wanted / 2
  return isCutOff ? { ...clip, warnings: [endsEarly(startTime + frames / fps, lengthSeconds)] } : clip
}

/** The rate filter comes first, to skip work on dropped frames; only deinterlacing needs the neighboring frames. */
function framesFilters(video: VideoTrack, size: Size, fps: number, hasAlpha: boolean): readonly string[] {
  const track = { ...video, hasAlpha: video.hasAlpha && !hasAlpha }
  const filters = videoFilters(track, size, 'rgba')
  const rate = `fps=fps=${fps}:start_time=0`
  return video.isInterlaced ? [...filters.slice(0, 1), rate, ...filters.slice(1)] : [rate, ...filters]
}

function remainingSeconds(lengthSeconds: number | null, startTime: number): number {
  return lengthSeconds === null ? Number.POSITIVE_INFINITY : lengthSeconds - startTime
}

interface Expectation {
  readonly source: MediaSource
  readonly startTime: number
  readonly lengthSeconds: number | null
}

/** ffmpeg exits with 0 however little it could read. */
function refuseEmpty(frames: number, expected: Expectation): void {
  const { source, startTime, lengthSeconds } = expected
  if (frames === 0 && startTime > 0) throw startBeyondEnd(lengthSeconds)
  if (frames === 0) throw damagedFile(source.format)
  if (source.signal.aborted) throw new AppError('cancelled')
}

/** Error for a start time beyond the end of the source. */
function startBeyondEnd(lengthSeconds: number | null): AppError {
  const length =
    lengthSeconds === null ? 'shorter than that' : `only ${lengthSeconds.toFixed(1)} seconds long`
  return new AppError('start-beyond-end', { length })
}
