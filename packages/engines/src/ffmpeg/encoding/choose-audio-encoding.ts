/** Plans an audio conversion: copies the track when it already fits the request, else encodes it. */

import type { AudioTuning, ChannelLayout } from '@filesmith/contract/advanced-options'
import type { AudioTrack, MediaProbe } from '../probe/media-probe.ts'
import type { AudioEncoder } from './audio-encoders.ts'
import { type AudioTrackWork, dsdRatesHz, type EncodedAudio, encodeAudio, isDsd } from './audio-track-work.ts'
import {
  type AudioFormat,
  audioWriters,
  exactEncoder,
  isLosslessFormat,
  type LosslessFormat,
  lossyWriters,
} from './audio-writers.ts'

export interface AudioEncoding {
  readonly target: AudioFormat
  readonly audio: AudioTrackWork
  readonly cover: { readonly index: number; readonly codec: 'copy' | 'mjpeg' } | null
}

export interface AudioRequest {
  readonly target: AudioFormat
  readonly kilobits: number
  /** Anything but the defaults forces encoding. */
  readonly tuning?: AudioTuning
  /** Fallback after a failed stream copy: encode. */
  readonly isFallback?: boolean
}

/** The track that players start with. */
export function mainTrack(audio: readonly AudioTrack[]): AudioTrack | undefined {
  return audio.find(track => track.isDefault) ?? audio[0]
}

export function chooseAudioEncoding(
  track: AudioTrack,
  cover: MediaProbe['cover'],
  { target, kilobits, tuning = {}, isFallback = false }: AudioRequest,
): AudioEncoding {
  const writer = audioWriters[target]
  const isTuned = Object.values(tuning).some(value => value !== undefined && value !== false)
  const canCopy = !isFallback && !isTuned && writer.fits(track) && canKeep(track, target, kilobits)
  return {
    target,
    audio: canCopy
      ? { index: track.index, work: 'copied' }
      : isLosslessFormat(target)
        ? { ...encodeExactly(track, target), ...tunedTrack(tuning) }
        : encodeLossy(track, lossyWriters[target].encoder, kilobits, tuning),
    cover: cover !== null && !isFallback && writer.hasCover ? chooseCover(cover) : null,
  }
}

/** Qualities of a variable bitrate with about this average for stereo at 44.1 kHz. */
const vbrQualities: Readonly<
  Partial<Record<AudioEncoder, readonly { readonly minKilobits: number; readonly quality: number }[]>>
> = {
  libmp3lame: [
    { minKilobits: 320, quality: 0 },
    { minKilobits: 256, quality: 1 },
    { minKilobits: 192, quality: 2 },
    { minKilobits: 0, quality: 5 },
  ],
  libvorbis: [
    { minKilobits: 320, quality: 9 },
    { minKilobits: 256, quality: 8 },
    { minKilobits: 192, quality: 6 },
    { minKilobits: 0, quality: 4 },
  ],
}

const channelCounts: Readonly<Record<ChannelLayout, number>> = { mono: 1, stereo: 2 }

function encodeLossy(
  track: AudioTrack,
  encoder: AudioEncoder,
  kilobits: number,
  tuning: AudioTuning,
): EncodedAudio {
  const { isVariableBitrate, sampleRate, channels } = tuning
  const wanted = {
    ...track,
    ...(sampleRate === undefined ? {} : { sampleRateHz: Number(sampleRate) }),
    ...(channels === undefined ? {} : { channels: channelCounts[channels] }),
  }
  const vbr = isVariableBitrate
    ? vbrQualities[encoder]?.find(({ minKilobits }) => kilobits >= minKilobits)
    : undefined
  return {
    ...encodeAudio(wanted, encoder, kilobits),
    ...tunedTrack(tuning),
    ...(vbr ? { vbrQuality: vbr.quality } : {}),
  }
}

function tunedTrack({ sampleRate, channels }: AudioTuning): Pick<EncodedAudio, 'sampleRateHz' | 'layout'> {
  return {
    ...(sampleRate === undefined ? {} : { sampleRateHz: Number(sampleRate) }),
    ...(channels === undefined ? {} : { layout: channels }),
  }
}

/** In MKA, also lossless audio is copied. */
function canKeep(track: AudioTrack, target: AudioFormat, kilobits: number): boolean {
  return isLosslessFormat(target) || track.isLossless || isWithin(track, kilobits)
}

/** A variable bitrate is an average, so slightly above the limit still fits. */
const bitrateTolerance = 1.02

function isWithin({ bitrate }: AudioTrack, kilobits: number): boolean {
  return bitrate !== null && bitrate <= kilobits * 1000 * bitrateTolerance
}

/** Keeps the bit depth of the source. */
export function encodeExactly(track: AudioTrack, target: LosslessFormat): EncodedAudio {
  const rate = isDsd(track) ? { sampleRateHz: dsdRatesHz.lossless } : {}
  return { index: track.index, work: 'encoded', ...exactEncoder(track, target), ...rate }
}

function chooseCover({ index, codec }: { index: number; codec: string }): AudioEncoding['cover'] {
  return { index, codec: codec === 'png' || codec === 'mjpeg' ? 'copy' : 'mjpeg' }
}
