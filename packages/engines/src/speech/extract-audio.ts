/** Takes the sound of a film out of it, as plain samples that the model understands. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import { checkLength } from '../ffmpeg/length/check-length.ts'
import { declaredLength } from '../ffmpeg/length/length.ts'
import { mainTrack } from '../ffmpeg/plan/plan-audio.ts'
import { refuseUnreadable, usableTracks } from '../ffmpeg/plan/refusals.ts'
import { inputArgs } from '../ffmpeg/probe/demuxers.ts'
import { probeMedia } from '../ffmpeg/probe/probe.ts'
import { type FfmpegContext, type MediaSource, runMedia } from '../ffmpeg/run/media-process.ts'
import { createProgressReader, progressArgs } from '../ffmpeg/run/progress.ts'
import { sampleRateHz } from './activity/measure-levels.ts'

export const bytesPerSample = 2

export interface AudioSamples {
  /** 16 kHz, mono, signed 16 bits, nothing else. */
  readonly path: string
  readonly seconds: number
}

export async function extractAudio(
  context: FfmpegContext,
  source: MediaSource,
  onPercent: (percent: number) => void,
): Promise<AudioSamples> {
  const probe = await probeMedia(context, source)
  refuseUnreadable(probe, source.format)
  const heard = usableTracks(probe.audio, source.format, ({ codec }) => context.codecs.decodable.has(codec))
  const track = mainTrack(heard)
  if (track === undefined) throw new AppError('no-speech-track')
  const streams = [track.index]
  const declaredSeconds = declaredLength(probe, source.format, streams)
  const length = await checkLength(context, source, { streams, declaredSeconds, isMeasured: true })
  const reader = createProgressReader(({ seconds }) =>
    onPercent(Math.min(100, (100 * seconds) / length.seconds)),
  )
  const name = 'sound.pcm'
  await runMedia(context, source, {
    program: 'ffmpeg',
    args: ({ input, outFolder }) => [
      ...['-nostdin', '-hide_banner', '-v', 'error', '-y', ...progressArgs],
      ...[...inputArgs(source.format), '-i', input, '-map', `0:${track.index}`],
      // Sound may begin late or have gaps; the times of words must be those of the film.
      ...['-filter:a', `aresample=${sampleRateHz}:async=1:first_pts=0`, '-ac', '1'],
      ...['-t', String(context.settings.media.maxDurationSeconds)],
      ...['-c:a', 'pcm_s16le', '-f', 's16le', join(outFolder, name)],
    ],
    onLine: reader.readLine,
  })
  const path = join(source.workFolder, name)
  const { size } = await stat(path)
  return { path, seconds: size / bytesPerSample / sampleRateHz }
}
