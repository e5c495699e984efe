/** Decides how the sound of a file becomes a recording: copied when it is what was asked for, else encoded. */

import type { AudioTrack, MediaProbe } from '../probe/media-probe.ts'
import type { AudioEncoder } from './audio-encoders.ts'
import { type AudioTrackWork, type EncodedAudio, encodeAudio } from './audio-track-work.ts'
import { isPlayableAac } from './playable-aac.ts'

export type AudioFormat = 'mp3' | 'wav' | 'aac' | 'ogg' | 'flac' | 'm4a'

export interface AudioPlan {
  readonly target: AudioFormat
  readonly audio: AudioTrackWork
  readonly cover: { readonly index: number; readonly codec: 'copy' | 'mjpeg' } | null
}

export interface AudioRequest {
  readonly target: AudioFormat
  readonly kilobits: number
  /** A second try after a copy went wrong. */
  readonly isCareful?: boolean
}

/** The one a player would begin with. */
export function mainTrack(audio: readonly AudioTrack[]): AudioTrack | undefined {
  return audio.find(track => track.isDefault) ?? audio[0]
}

export function planAudio(
  track: AudioTrack,
  cover: MediaProbe['cover'],
  { target, kilobits, isCareful = false }: AudioRequest,
): AudioPlan {
  const canCopy = !isCareful && fits[target](track) && (isLosslessFormat(target) || isWithin(track, kilobits))
  return {
    target,
    audio: canCopy
      ? { index: track.index, work: 'copied' }
      : isLosslessFormat(target)
        ? encodeExactly(track, target)
        : encodeAudio(track, lossyEncoders[target], kilobits),
    cover: cover !== null && !isCareful && hasRoomForCover(target) ? planCover(cover) : null,
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

/** A variable bitrate is an average: a little above counts as the same. */
const bitrateTolerance = 1.02

function isWithin({ bitrate }: AudioTrack, kilobits: number): boolean {
  return bitrate !== null && bitrate <= kilobits * 1000 * bitrateTolerance
}

/** As many bits a sample as the source has: more would be air, fewer would be a loss. */
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

function planCover({ index, codec }: { index: number; codec: string }): AudioPlan['cover'] {
  return { index, codec: codec === 'png' || codec === 'mjpeg' ? 'copy' : 'mjpeg' }
}
