/** Where the sound of an edit is read from: the file itself, or an even copy where its sound changes on the way. */
import { inputArgs } from '../probe/demuxers.ts'
import type { AudioTrack } from '../probe/media-probe.ts'
import { type FfmpegContext, type MediaSource, runMedia } from '../run/media-process.ts'

export interface AudioInput {
  /** Arguments that open another file, beside the recording itself. */
  readonly more: readonly string[]
  /** Which track of which file. */
  readonly map: string
}

/** In the folder ffmpeg starts in. */
const steadyName = 'steady.wav'

export function ownAudio({ index }: AudioTrack): AudioInput {
  return { more: [], map: `0:${index}` }
}

const changes = /Changing audio frame properties on the fly/

/** Recordings that were joined from several, say with another number of channels: filters would begin anew in the middle. */
export function isUnsteady(error: unknown): boolean {
  const { cause } = error as { cause?: { cause?: unknown } }
  return changes.test(String(cause?.cause))
}

export async function steadyAudio(
  context: FfmpegContext,
  source: MediaSource,
  { index, sampleRateHz, channels }: AudioTrack,
): Promise<AudioInput> {
  await runMedia(context, source, {
    program: 'ffmpeg',
    args: ({ input }) => [
      ...['-nostdin', '-hide_banner', '-v', 'error', '-y', ...inputArgs(source.format), '-i', input],
      ...['-map', `0:${index}`, '-ar', String(sampleRateHz), '-ac', String(channels)],
      ...['-c:a', 'pcm_f32le', '-rf64', 'auto', '-f', 'wav', steadyName],
    ],
  })
  return { more: ['-protocol_whitelist', 'file', '-f', 'wav', '-i', steadyName], map: '1:0' }
}
