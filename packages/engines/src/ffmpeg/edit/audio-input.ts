/** Audio input of an edit: the track of the source itself, or a decoded copy when its format changes midway. */
import { inputArgs } from '../probe/demuxers.ts'
import type { AudioTrack } from '../probe/media-probe.ts'
import { type FfmpegContext, type MediaSource, runMedia } from '../run/media-process.ts'

export interface AudioInput {
  /** Arguments that open a second input besides the source. */
  readonly more: readonly string[]
  /** `-map` value: input and stream index. */
  readonly map: string
}

/** Relative to the working directory of ffmpeg. */
const uniformName = 'steady.wav'

export function originalAudio({ index }: AudioTrack): AudioInput {
  return { more: [], map: `0:${index}` }
}

const formatChange = /Changing audio frame properties on the fly/

/** Concatenated sources may change sample rate or channel count midway; ffmpeg would then restart the filter graph. */
export function isFormatChangeError(error: unknown): boolean {
  const { cause } = error as { cause?: { cause?: unknown } }
  return formatChange.test(String(cause?.cause))
}

export async function uniformAudio(
  context: FfmpegContext,
  source: MediaSource,
  { index, sampleRateHz, channels }: AudioTrack,
): Promise<AudioInput> {
  await runMedia(context, source, {
    program: 'ffmpeg',
    args: ({ input }) => [
      ...['-nostdin', '-hide_banner', '-v', 'error', '-y', ...inputArgs(source.format), '-i', input],
      ...['-map', `0:${index}`, '-ar', String(sampleRateHz), '-ac', String(channels)],
      ...['-c:a', 'pcm_f32le', '-rf64', 'auto', '-f', 'wav', uniformName],
    ],
  })
  return { more: ['-protocol_whitelist', 'file', '-f', 'wav', '-i', uniformName], map: '1:0' }
}
