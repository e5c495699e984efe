/** Decides how the sound of a file becomes a recording: copied when it is what was asked for, else encoded. */

import type { AudioTrack, MediaProbe } from '../probe/media-probe.ts'
import { isPlayableAac } from './playable-aac.ts'
import type { SoundEncoder } from './sound-encoders.ts'
import { type EncodedSound, encodeSound, type SoundWork } from './sound-work.ts'

export type RecordingFormat = 'mp3' | 'wav' | 'aac' | 'ogg' | 'flac' | 'm4a'

export interface RecordingPlan {
  readonly target: RecordingFormat
  readonly audio: SoundWork
  readonly cover: { readonly index: number; readonly codec: 'copy' | 'mjpeg' } | null
}

export interface RecordingRequest {
  readonly target: RecordingFormat
  readonly kilobits: number
  /** A second try after a copy went wrong. */
  readonly isCareful?: boolean
}

/** The one a player would begin with. */
export function mainTrack(audio: readonly AudioTrack[]): AudioTrack | undefined {
  return audio.find(track => track.isDefault) ?? audio[0]
}

export function planRecording(
  track: AudioTrack,
  cover: MediaProbe['cover'],
  { target, kilobits, isCareful = false }: RecordingRequest,
): RecordingPlan {
  const canCopy = !isCareful && fits[target](track) && (isLosslessFormat(target) || isWithin(track, kilobits))
  return {
    target,
    audio: canCopy
      ? { index: track.index, work: 'copied' }
      : isLosslessFormat(target)
        ? encodeExactly(track, target)
        : encodeSound(track, lossyEncoders[target], kilobits),
    cover: cover !== null && !isCareful && hasRoomForCover(target) ? planCover(cover) : null,
  }
}

export const isLosslessFormat = (target: RecordingFormat): target is 'wav' | 'flac' =>
  target === 'wav' || target === 'flac'

export const lossyEncoders: Readonly<Record<Exclude<RecordingFormat, 'wav' | 'flac'>, SoundEncoder>> = {
  mp3: 'libmp3lame',
  aac: 'aac',
  m4a: 'aac',
  ogg: 'libvorbis',
}

const fits: Readonly<Record<RecordingFormat, (track: AudioTrack) => boolean>> = {
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
export function encodeExactly(track: AudioTrack, target: 'wav' | 'flac'): EncodedSound {
  const { index, sampleBits, isFloat } = track
  const isDeep = isFloat || sampleBits > 16
  if (target === 'flac')
    return { index, work: 'encoded', encoder: 'flac', sampleFormat: isDeep ? 's32' : 's16' }
  const encoder = isFloat ? 'pcm_f32le' : sampleBits > 24 ? 'pcm_s32le' : isDeep ? 'pcm_s24le' : 'pcm_s16le'
  return { index, work: 'encoded', encoder }
}

function hasRoomForCover(target: RecordingFormat): boolean {
  return target === 'mp3' || target === 'm4a' || target === 'flac'
}

function planCover({ index, codec }: { index: number; codec: string }): RecordingPlan['cover'] {
  return { index, codec: codec === 'png' || codec === 'mjpeg' ? 'copy' : 'mjpeg' }
}
