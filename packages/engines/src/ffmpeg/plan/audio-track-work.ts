/** Decides how one track of sound is encoded: bitrate, sample rate and channels. */
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
  /** Undefined for what loses nothing. */
  readonly kilobits?: number
  readonly sampleRateHz?: number
  readonly sampleFormat?: string
  /** Silence where the source has gaps: the container counts samples and knows no moments. */
  readonly fillsGaps?: boolean
  /** Treble up to here is kept. */
  readonly cutoffHz?: number
  /** Only where the channels have to be put in another order or mixed down. */
  readonly layout?: string
}

export type AudioTrackWork = CopiedAudio | EncodedAudio

/** Speech codecs make 12 kbps sound like 64 of the older ones; below that nothing is saved worth hearing. */
const leastKilobits = 64

/** A lossy source is never given more than it has: it would only grow. */
function usefulKilobits(track: AudioTrack, wantedKilobits: number): number {
  if (track.isLossless || track.bitrate === null) return wantedKilobits
  return Math.min(wantedKilobits, Math.max(track.bitrate / 1000, leastKilobits))
}

export function encodeAudio(track: AudioTrack, encoder: AudioEncoder, wantedKilobits: number): EncodedAudio {
  const { layout, channels } = layoutFor(encoder, track.channels)
  const sampleRateHz = nearestRateHz(encoder, track.sampleRateHz)
  const useful = usefulKilobits(track, wantedKilobits)
  const kilobits = fittingKilobits(encoder, useful, { sampleRateHz, channels })
  // Left alone, this encoder cuts treble that so high a bitrate has room for.
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
