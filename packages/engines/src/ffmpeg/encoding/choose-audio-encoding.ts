/** Plans an audio conversion: copies the track when it already fits the request, else encodes it. */

import type { AudioTuning, ChannelLayout } from '@filesmith/contract/advanced-options'
import type { convertAudio } from '@filesmith/contract/operations/convert-audio'
import type { AudioTrack, MediaProbe } from '../probe/media-probe.ts'
import type { AudioEncoder } from './audio-encoders.ts'
import { type AudioTrackWork, type EncodedAudio, encodeAudio } from './audio-track-work.ts'
import { isPlayableAac } from './playable-aac.ts'

export type AudioFormat = (typeof convertAudio.outputs)[number]
type LosslessFormat = 'wav' | 'flac' | 'aiff'

/** How ffmpeg writes a format. */
interface AudioWriter {
  readonly muxer: readonly string[]
  readonly fits: (track: AudioTrack) => boolean
  readonly hasCover?: true
}

interface LossyWriter extends AudioWriter {
  readonly encoder: AudioEncoder
  /** Bitrate of edited audio: a second lossy encoding needs more than the first to stay transparent. */
  readonly editedKilobits: (channels: number) => number
}

export const highestKilobits = 320

export const lossyWriters: Readonly<Record<Exclude<AudioFormat, LosslessFormat>, LossyWriter>> = {
  mp3: {
    muxer: ['-id3v2_version', '3', '-f', 'mp3'],
    fits: ({ codec }) => codec === 'mp3',
    hasCover: true,
    encoder: 'libmp3lame',
    editedKilobits: () => highestKilobits,
  },
  aac: {
    muxer: ['-f', 'adts'],
    fits: isPlayableAac,
    encoder: 'aac',
    editedKilobits: channels => 128 * Math.max(channels, 2),
  },
  m4a: {
    muxer: ['-movflags', '+faststart', '-f', 'ipod'],
    fits: isPlayableAac,
    hasCover: true,
    encoder: 'aac',
    editedKilobits: channels => 128 * Math.max(channels, 2),
  },
  ogg: {
    muxer: ['-f', 'ogg'],
    fits: ({ codec }) => codec === 'vorbis' || codec === 'opus',
    encoder: 'libvorbis',
    editedKilobits: channels => 160 * channels,
  },
  opus: {
    muxer: ['-f', 'opus'],
    fits: ({ codec }) => codec === 'opus',
    encoder: 'libopus',
    editedKilobits: channels => 128 * channels,
  },
}

export const audioWriters: Readonly<Record<AudioFormat, AudioWriter>> = {
  ...lossyWriters,
  flac: { muxer: ['-f', 'flac'], fits: ({ codec }) => codec === 'flac', hasCover: true },
  aiff: {
    muxer: ['-write_id3v2', '1', '-f', 'aiff'],
    fits: ({ codec }) => /^pcm_(?:s16be|s24be|s32be|f32be)$/.test(codec),
  },
  wav: {
    // RF64 header for files of more than 4 GB.
    muxer: ['-rf64', 'auto', '-f', 'wav'],
    fits: ({ codec }) => /^pcm_(?:u8|s16le|s24le|s32le|f32le)$/.test(codec),
  },
}

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
  const canCopy =
    !isFallback && !isTuned && writer.fits(track) && (isLosslessFormat(target) || isWithin(track, kilobits))
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

export const isLosslessFormat = (target: AudioFormat): target is LosslessFormat =>
  target === 'wav' || target === 'flac' || target === 'aiff'

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

/** A variable bitrate is an average, so slightly above the limit still fits. */
const bitrateTolerance = 1.02

function isWithin({ bitrate }: AudioTrack, kilobits: number): boolean {
  return bitrate !== null && bitrate <= kilobits * 1000 * bitrateTolerance
}

/** Keeps the bit depth of the source. */
export function encodeExactly(track: AudioTrack, target: LosslessFormat): EncodedAudio {
  const { index, sampleBits, isFloat } = track
  const isDeep = isFloat || sampleBits > 16
  if (target === 'aiff') {
    const bits = sampleBits > 24 ? 's32' : isDeep ? 's24' : 's16'
    return { index, work: 'encoded', encoder: `pcm_${isFloat ? 'f32' : bits}be` }
  }
  if (target === 'flac')
    return { index, work: 'encoded', encoder: 'flac', sampleFormat: isDeep ? 's32' : 's16' }
  const encoder = isFloat ? 'pcm_f32le' : sampleBits > 24 ? 'pcm_s32le' : isDeep ? 'pcm_s24le' : 'pcm_s16le'
  return { index, work: 'encoded', encoder }
}

function chooseCover({ index, codec }: { index: number; codec: string }): AudioEncoding['cover'] {
  return { index, codec: codec === 'png' || codec === 'mjpeg' ? 'copy' : 'mjpeg' }
}
