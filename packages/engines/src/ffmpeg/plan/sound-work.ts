/** Decides how one track of sound is encoded: bitrate, sample rate and channels. */
import type { AudioTrack } from '../probe/media-probe.ts'
import {
  fittingKilobits,
  layoutFor,
  nearestRateHz,
  type SoundEncoder,
  soundEncoders,
} from './sound-encoders.ts'

export interface CopiedSound {
  readonly index: number
  readonly work: 'copied'
}

export interface EncodedSound {
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

export type SoundWork = CopiedSound | EncodedSound

/** Speech codecs make 12 kbps sound like 64 of the older ones; below that nothing is saved worth hearing. */
const leastKilobits = 64

/** A lossy source is never given more than it has: it would only grow. */
function usefulKilobits(track: AudioTrack, wantedKilobits: number): number {
  if (track.isLossless || track.bitrate === null) return wantedKilobits
  return Math.min(wantedKilobits, Math.max(track.bitrate / 1000, leastKilobits))
}

export function encodeSound(track: AudioTrack, encoder: SoundEncoder, wantedKilobits: number): EncodedSound {
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

export function encodeFilmSound(track: AudioTrack, encoder: SoundEncoder): EncodedSound {
  const { filmKilobits } = soundEncoders[encoder]
  const wanted = filmKilobits[Math.min(track.channels, filmKilobits.length) - 1] ?? 160
  return encodeSound(track, encoder, wanted)
}
