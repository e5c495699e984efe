/** Decides how an edited recording is written: as it was where that is possible, else at a generous bitrate. */

import { layoutFor } from '../plan/audio-encoders.ts'
import { type EncodedAudio, encodeAudio } from '../plan/audio-track-work.ts'
import { type AudioFormat, encodeExactly, isLosslessFormat, lossyEncoders } from '../plan/plan-audio.ts'
import type { AudioTrack } from '../probe/media-probe.ts'

export const highestKilobits = 320

/** What is encoded a second time needs more than the first encoding had. */
const kilobits: Readonly<Record<Exclude<AudioFormat, 'wav' | 'flac'>, (channels: number) => number>> = {
  mp3: () => highestKilobits,
  m4a: channels => 128 * Math.max(channels, 2),
  aac: channels => 128 * Math.max(channels, 2),
  ogg: channels => 160 * channels,
}

/** Samples that a WAV file holds as they are: written again, they are the same bytes. */
const storedSamples = /^pcm_(?:u8|s16le|s24le|s32le|f32le|f64le|mulaw|alaw)$/

export function holdsSamplesOf(track: AudioTrack, target: AudioFormat): boolean {
  return target === 'wav' && storedSamples.test(track.codec)
}

export function editedAudio(track: AudioTrack, target: AudioFormat, hasNewValues: boolean): EncodedAudio {
  if (!hasNewValues && holdsSamplesOf(track, target))
    return { index: track.index, work: 'encoded', encoder: track.codec }
  if (isLosslessFormat(target)) return encodeExactly(track, target)
  // The rule that nothing is given more than it had is for what is only converted.
  const generous = { ...track, isLossless: true }
  return encodeAudio(generous, lossyEncoders[target], kilobits[target](track.channels))
}

/** The track as the result has room for it: mixing channels down changes how loud they are, so it comes first. */
export function shapedTrack(track: AudioTrack, target: AudioFormat): AudioTrack {
  if (isLosslessFormat(target) || track.channels <= 2) return track
  return { ...track, ...layoutFor(lossyEncoders[target], track.channels) }
}

/** LAME turns everything down by this below 320 kbps, which its slower rates do not reach. */
const quietedByLame = 0.95
const leastRateOf320Hz = 32_000

/** Filters that make up for what an encoder does to the level. */
export function makeUpFilters({ encoder }: EncodedAudio, rateHz: number): readonly string[] {
  const isQuieted = encoder === 'libmp3lame' && rateHz < leastRateOf320Hz
  return isQuieted ? [`volume=${(1 / quietedByLame).toFixed(6)}:precision=float`] : []
}

/** Sixteen bits are coarse enough that rounding follows the sound; a trace of noise keeps that from being heard. */
export function isDithered({ encoder, sampleFormat }: EncodedAudio): boolean {
  return encoder === 'pcm_s16le' || (encoder === 'flac' && sampleFormat === 's16')
}
