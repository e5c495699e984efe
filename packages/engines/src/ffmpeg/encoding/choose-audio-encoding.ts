/** Plans an audio conversion: copies the track when it already fits the request, else encodes it. */

import type { AudioTrack, MediaProbe } from '../probe/media-probe.ts'
import type { AudioEncoder } from './audio-encoders.ts'
import { type AudioTrackWork, type EncodedAudio, encodeAudio } from './audio-track-work.ts'
import { isPlayableAac } from './playable-aac.ts'

export type AudioFormat = 'mp3' | 'wav' | 'aac' | 'ogg' | 'flac' | 'm4a'

export interface AudioEncoding {
  readonly target: AudioFormat
  readonly audio: AudioTrackWork
  readonly cover: { readonly index: number; readonly codec: 'copy' | 'mjpeg' } | null
}

export interface AudioRequest {
  readonly target: AudioFormat
  readonly kilobits: number
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
  { target, kilobits, isFallback = false }: AudioRequest,
): AudioEncoding {
  const canCopy =
    !isFallback && fits[target](track) && (isLosslessFormat(target) || isWithin(track, kilobits))
  return {
    target,
    audio: canCopy
      ? { index: track.index, work: 'copied' }
      : isLosslessFormat(target)
        ? encodeExactly(track, target)
        : encodeAudio(track, lossyEncoders[target], kilobits),
    cover: cover !== null && !isFallback && hasRoomForCover(target) ? chooseCover(cover) : null,
  }
}

export const isLosslessFormat = (target: AudioFormat): target is 'wav' | 'flac' =>
  target === 'wav' || target === 'flac'

export const lossyEncoders: Readonly<Record<Exclude<AudioFormat, 'wav' | 'flac'>, AudioEncoder>> = {
  mp3: 'libmp3lame',
  aac: 'aac',
  m4a: 'aac',
  ogg: 'libvorbis',
}

const fits: Readonly<Record<AudioFormat, (track: AudioTrack) => boolean>> = {
  mp3: ({ codec }) => codec === 'mp3',
  aac: isPlayableAac,
  m4a: isPlayableAac,
  ogg: ({ codec }) => codec === 'vorbis' || codec === 'opus',
  flac: ({ codec }) => codec === 'flac',
  wav: ({ codec }) => /^pcm_(?:u8|s16le|s24le|s32le|f32le)$/.test(codec),
}

/** A variable bitrate is an average, so slightly above the limit still fits. */
const bitrateTolerance = 1.02

function isWithin({ bitrate }: AudioTrack, kilobits: number): boolean {
  return bitrate !== null && bitrate <= kilobits * 1000 * bitrateTolerance
}

/** Keeps the bit depth of the source. */
export function encodeExactly(track: AudioTrack, target: 'wav' | 'flac'): EncodedAudio {
  const { index, sampleBits, isFloat } = track
  const isDeep = isFloat || sampleBits > 16
  if (target === 'flac')
    return { index, work: 'encoded', encoder: 'flac', sampleFormat: isDeep ? 's32' : 's16' }
  const encoder = isFloat ? 'pcm_f32le' : sampleBits > 24 ? 'pcm_s32le' : isDeep ? 'pcm_s24le' : 'pcm_s16le'
  return { index, work: 'encoded', encoder }
}

function hasRoomForCover(target: AudioFormat): boolean {
  return target === 'mp3' || target === 'm4a' || target === 'flac'
}

function chooseCover({ index, codec }: { index: number; codec: string }): AudioEncoding['cover'] {
  return { index, codec: codec === 'png' || codec === 'mjpeg' ? 'copy' : 'mjpeg' }
}
