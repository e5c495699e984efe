/** Chooses the encoder of an edited audio file: the original PCM format where possible, else a high bitrate. */

import { layoutFor } from '../encoding/audio-encoders.ts'
import { type EncodedAudio, encodeAudio } from '../encoding/audio-track-work.ts'
import { type AudioFormat, isLosslessFormat, lossyWriters } from '../encoding/audio-writers.ts'
import { encodeExactly } from '../encoding/choose-audio-encoding.ts'
import type { AudioTrack } from '../probe/media-probe.ts'

/** PCM formats that WAV stores unchanged, so that rewriting them reproduces the same bytes. */
const storedSamples = /^pcm_(?:u8|s16le|s24le|s32le|f32le|f64le|mulaw|alaw)$/

export function storesSamplesOf(track: AudioTrack, target: AudioFormat): boolean {
  return target === 'wav' && storedSamples.test(track.codec)
}

export function editedAudio(track: AudioTrack, target: AudioFormat, changesSamples: boolean): EncodedAudio {
  if (!changesSamples && storesSamplesOf(track, target))
    return { index: track.index, work: 'encoded', encoder: track.codec }
  if (isLosslessFormat(target)) return encodeExactly(track, target)
  // The cap at the source bitrate applies to plain conversions only.
  const generous = { ...track, isLossless: true }
  const { encoder, editedKilobits } = lossyWriters[target]
  return encodeAudio(generous, encoder, editedKilobits(track.channels))
}

/** The track with the channel layout of the result. Downmixing changes levels, so it precedes measuring them. */
export function shapedTrack(track: AudioTrack, target: AudioFormat): AudioTrack {
  if (isLosslessFormat(target) || track.channels <= 2) return track
  return { ...track, ...layoutFor(lossyWriters[target].encoder, track.channels) }
}

/** LAME attenuates by this factor below 320 kbps, a bitrate that MPEG-2 sample rates do not reach. */
const lameAttenuation = 0.95
const minRateOf320KbpsHz = 32_000

/** Filters that compensate level changes made by an encoder. */
export function makeUpFilters({ encoder }: EncodedAudio, rateHz: number): readonly string[] {
  const isAttenuated = encoder === 'libmp3lame' && rateHz < minRateOf320KbpsHz
  return isAttenuated ? [`volume=${(1 / lameAttenuation).toFixed(6)}:precision=float`] : []
}

/** At 16 bits, quantization error correlates with the signal audibly; dithering decorrelates it. */
export function isDithered({ encoder, sampleFormat }: EncodedAudio): boolean {
  return encoder === 'pcm_s16le' || (encoder === 'flac' && sampleFormat === 's16')
}
