/** How ffmpeg writes each audio format: muxer, codecs that it holds unchanged, encoder. */
import type { convertAudio } from '@filesmith/contract/operations/convert-audio'
import type { AudioTrack } from '../probe/media-probe.ts'
import type { AudioEncoder } from './audio-encoders.ts'
import { isMatroskaAudio } from './matroska-codecs.ts'
import { isPlayableAac } from './playable-aac.ts'

export type AudioFormat = (typeof convertAudio.outputs)[number]
export type LosslessFormat = 'wav' | 'flac' | 'aiff' | 'alac' | 'wavpack' | 'caf' | 'au'

interface AudioWriter {
  readonly muxer: readonly string[]
  readonly fits: (track: AudioTrack) => boolean
  readonly hasCover?: true
  /** The rest is cut off. */
  readonly maxSeconds?: number
}

interface LossyWriter extends AudioWriter {
  readonly encoder: AudioEncoder
  /** Bitrate of edited audio: a second lossy encoding needs more than the first to stay transparent. */
  readonly editedKilobits: (channels: number) => number
}

export const highestKilobits = 320
/** iPhones accept no longer ringtones. */
const maxRingtoneSeconds = 40

const m4a: LossyWriter = {
  muxer: ['-movflags', '+faststart', '-f', 'ipod'],
  fits: isPlayableAac,
  hasCover: true,
  encoder: 'aac',
  editedKilobits: channels => 128 * Math.max(channels, 2),
}

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
  m4a,
  m4b: { ...m4a, muxer: ['-brand', 'M4B ', ...m4a.muxer] },
  m4r: { ...m4a, muxer: ['-map_chapters', '-1', ...m4a.muxer], maxSeconds: maxRingtoneSeconds },
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
  wma: {
    muxer: ['-f', 'asf'],
    fits: ({ codec }) => codec === 'wmav1' || codec === 'wmav2',
    encoder: 'wmav2',
    editedKilobits: () => highestKilobits,
  },
  ac3: {
    muxer: ['-f', 'ac3'],
    fits: ({ codec }) => codec === 'ac3',
    encoder: 'ac3',
    editedKilobits: channels => 160 * Math.max(channels, 2),
  },
  mka: {
    muxer: ['-f', 'matroska'],
    fits: ({ codec }) => isMatroskaAudio(codec),
    encoder: 'aac',
    editedKilobits: channels => 128 * Math.max(channels, 2),
  },
  mp2: {
    muxer: ['-f', 'mp2'],
    fits: ({ codec }) => codec === 'mp2',
    encoder: 'mp2',
    editedKilobits: channels => 192 * channels,
  },
}

const isLinear = (order: 'le' | 'be') => {
  const pattern = new RegExp(`^pcm_(?:s16|s24|s32|f32)${order}$`)
  return ({ codec }: AudioTrack) => pattern.test(codec)
}

export const audioWriters: Readonly<Record<AudioFormat, AudioWriter>> = {
  ...lossyWriters,
  flac: { muxer: ['-f', 'flac'], fits: ({ codec }) => codec === 'flac', hasCover: true },
  aiff: { muxer: ['-write_id3v2', '1', '-f', 'aiff'], fits: isLinear('be') },
  wav: {
    // RF64 header for files of more than 4 GB.
    muxer: ['-rf64', 'auto', '-f', 'wav'],
    fits: track => track.codec === 'pcm_u8' || isLinear('le')(track),
  },
  alac: { muxer: m4a.muxer, fits: ({ codec }) => codec === 'alac', hasCover: true },
  wavpack: { muxer: ['-f', 'wv'], fits: ({ codec }) => codec === 'wavpack' },
  caf: {
    muxer: ['-f', 'caf'],
    fits: track => track.codec === 'alac' || isLinear('le')(track) || isLinear('be')(track),
  },
  au: { muxer: ['-f', 'au'], fits: isLinear('be') },
}

/** Keeps the bits of the source; these sample formats are those of the encoder. */
const exactEncoders: Readonly<
  Record<
    LosslessFormat,
    (samples: SampleDepth) => { readonly encoder: string; readonly sampleFormat?: string }
  >
> = {
  wav: depth => ({ encoder: `pcm_${linearSamples(depth)}le` }),
  caf: depth => ({ encoder: `pcm_${linearSamples(depth)}le` }),
  aiff: depth => ({ encoder: `pcm_${linearSamples(depth)}be` }),
  au: depth => ({ encoder: `pcm_${linearSamples(depth)}be` }),
  flac: depth => ({ encoder: 'flac', sampleFormat: isDeep(depth) ? 's32' : 's16' }),
  alac: depth => ({ encoder: 'alac', sampleFormat: isDeep(depth) ? 's32p' : 's16p' }),
  wavpack: depth => ({
    encoder: 'wavpack',
    sampleFormat: depth.isFloat ? 'fltp' : isDeep(depth) ? 's32p' : 's16p',
  }),
}

type SampleDepth = Pick<AudioTrack, 'sampleBits' | 'isFloat'>

const isDeep = ({ sampleBits, isFloat }: SampleDepth) => isFloat || sampleBits > 16

function linearSamples(depth: SampleDepth): string {
  if (depth.isFloat) return 'f32'
  return depth.sampleBits > 24 ? 's32' : isDeep(depth) ? 's24' : 's16'
}

export function exactEncoder(track: AudioTrack, target: LosslessFormat) {
  return exactEncoders[target](track)
}

export const isLosslessFormat = (target: AudioFormat): target is LosslessFormat => target in exactEncoders
