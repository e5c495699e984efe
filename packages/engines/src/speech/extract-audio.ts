/** Extracts the main audio track of a video as 16 kHz mono PCM, the input format of Whisper. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import { mainTrack } from '../ffmpeg/encoding/choose-audio-encoding.ts'
import { refuseUnreadable, usableTracks } from '../ffmpeg/encoding/refusals.ts'
import { checkLength } from '../ffmpeg/length/check-length.ts'
import { declaredLength, endsEarly } from '../ffmpeg/length/length.ts'
import { inputArgs } from '../ffmpeg/probe/demuxers.ts'
import { probeMedia } from '../ffmpeg/probe/probe.ts'
import { type FfmpegContext, type MediaSource, runMedia } from '../ffmpeg/run/media-process.ts'
import { createProgressReader, progressArgs } from '../ffmpeg/run/progress.ts'
import { sampleRateHz } from './vad/measure-levels.ts'

export const bytesPerSample = 2

export interface AudioSamples {
  /** Raw PCM: 16 kHz, mono, signed 16 bit, without a header. */
  readonly path: string
  readonly seconds: number
  /** What of the video could not be read. */
  readonly warnings: readonly string[]
}

export async function extractAudio(
  context: FfmpegContext,
  source: MediaSource,
  onPercent: (percent: number) => void,
): Promise<AudioSamples> {
  const probe = await probeMedia(context, source)
  refuseUnreadable(probe, source.format)
  const usable = usableTracks(probe.audio, source.format, ({ codec }) => context.codecs.decodable.has(codec))
  const track = mainTrack(usable)
  if (track === undefined) throw new AppError('no-speech-track')
  const streams = [track.index]
  const declaredSeconds = declaredLength(probe, source.format, streams)
  const length = await checkLength(context, source, { streams, declaredSeconds, isMeasured: true })
  const reader = createProgressReader(({ seconds }) =>
    onPercent(Math.min(100, (100 * seconds) / length.seconds)),
  )
  const name = 'audio.pcm'
  await runMedia(context, source, {
    program: 'ffmpeg',
    args: ({ input, outFolder }) => [
      ...['-nostdin', '-hide_banner', '-v', 'error', '-y', ...progressArgs],
      ...[...inputArgs(source.format), '-i', input, '-map', `0:${track.index}`],
      // Fill a late start and gaps with silence, so that word times match the video.
      ...['-filter:a', `aresample=${sampleRateHz}:async=1:first_pts=0`, '-ac', '1'],
      ...['-t', String(context.settings.media.maxDurationSeconds)],
      ...['-c:a', 'pcm_s16le', '-f', 's16le', join(outFolder, name)],
    ],
    onLine: reader.readLine,
  })
  const path = join(source.workFolder, name)
  const { size } = await stat(path)
  const seconds = size / bytesPerSample / sampleRateHz
  const { missedSeconds } = length
  return { path, seconds, warnings: missedSeconds === undefined ? [] : [endsEarly(seconds, missedSeconds)] }
}
