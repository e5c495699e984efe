/** Decides how one audio track is encoded: bitrate, sample rate and channel layout. */
import type { AudioTrack } from '../probe/media-probe.ts'
import {
  type AudioEncoder,
  audioEncoders,
  fittingKilobits,
  layoutFor,
  nearestRateHz,
} from './audio-encoders.ts'

export interface CopiedAudio {
  readonly index: number
  readonly work: 'copied'
}

export interface EncodedAudio {
  readonly index: number
  readonly work: 'encoded'
  readonly encoder: string
  /** Undefined for lossless encoders. */
  readonly kilobits?: number
  /** Quality of a variable bitrate, in the scale of the encoder; instead of `kilobits`. */
  readonly vbrQuality?: number
  readonly sampleRateHz?: number
  readonly sampleFormat?: string
  /** Fills gaps of the source with silence, for containers that count samples and store no timestamps. */
  readonly fillsGaps?: boolean
  /** Low-pass frequency of the encoder. */
  readonly cutoffHz?: number
  /** Only where channels have to be reordered or downmixed. */
  readonly layout?: string
}

export type AudioTrackWork = CopiedAudio | EncodedAudio

/** Speech codecs at 12 kbps need about 64 kbps in older codecs, and lower bitrates save little. */
const minKilobits = 64

/** Caps the bitrate at that of a lossy source: a higher one only makes the file larger. */
function usefulKilobits(track: AudioTrack, wantedKilobits: number): number {
  if (track.isLossless || track.bitrate === null) return wantedKilobits
  return Math.min(wantedKilobits, Math.max(track.bitrate / 1000, minKilobits))
}

/** Rate of a CD, and twice that: DSD has none that players of PCM support. */
export const dsdRatesHz = { lossy: 44_100, lossless: 88_200 }

export const isDsd = ({ codec }: AudioTrack) => codec.startsWith('dsd_')

export function encodeAudio(track: AudioTrack, encoder: AudioEncoder, wantedKilobits: number): EncodedAudio {
  const { layout, channels } = layoutFor(encoder, track.channels)
  const sampleRateHz = nearestRateHz(encoder, isDsd(track) ? dsdRatesHz.lossy : track.sampleRateHz)
  const useful = usefulKilobits(track, wantedKilobits)
  const kilobits = fittingKilobits(encoder, useful, { sampleRateHz, channels })
  // By default ffmpeg's AAC encoder cuts treble that a bitrate this high can keep.
  const hasRoomForTreble = encoder === 'aac' && kilobits / channels >= 96 && sampleRateHz >= 44_100
  return {
    index: track.index,
    work: 'encoded',
    encoder,
    kilobits,
    ...(hasRoomForTreble ? { cutoffHz: 20_000 } : {}),
    ...(sampleRateHz === track.sampleRateHz ? {} : { sampleRateHz }),
    ...(track.channels > 2 ? { layout } : {}),
  }
}

export function encodeVideoAudio(track: AudioTrack, encoder: AudioEncoder): EncodedAudio {
  const { videoKilobits } = audioEncoders[encoder]
  const wanted = videoKilobits[Math.min(track.channels, videoKilobits.length) - 1] ?? 160
  return encodeAudio(track, encoder, wanted)
}
