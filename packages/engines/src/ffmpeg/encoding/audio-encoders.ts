/** Capabilities of the audio encoders: sample rates, channel layouts and suitable bitrates. */

export type AudioEncoder = 'aac' | 'libmp3lame' | 'libvorbis' | 'libopus'

interface AudioEncoderFacts {
  readonly sampleRatesHz: readonly number[]
  /** By number of channels, starting with one; more are downmixed to the last. */
  readonly layouts: readonly string[]
  /** Bitrate of an audio track in a video, by number of channels. */
  readonly videoKilobits: readonly number[]
}

const mpegRates = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
const surround = ['mono', 'stereo', '3.0', 'quad', '5.0', '5.1', '6.1', '7.1']

export const audioEncoders: Readonly<Record<AudioEncoder, AudioEncoderFacts>> = {
  aac: {
    sampleRatesHz: [...mpegRates, 64_000, 88_200, 96_000],
    // Other layouts need a program config element in the stream, which phones do not read.
    layouts: ['mono', 'stereo', '3.0', '4.0', '5.0', '5.1'],
    videoKilobits: [96, 160, 224, 288, 352, 384],
  },
  libmp3lame: { sampleRatesHz: mpegRates, layouts: ['mono', 'stereo'], videoKilobits: [128, 192] },
  libvorbis: {
    sampleRatesHz: mpegRates,
    layouts: surround,
    videoKilobits: [96, 160, 192, 224, 256, 320, 384, 448],
  },
  libopus: {
    sampleRatesHz: [8000, 12_000, 16_000, 24_000, 48_000],
    layouts: surround,
    videoKilobits: [72, 128, 192, 224, 256, 320, 352, 384],
  },
}

/** The next higher supported sample rate, else the highest. */
export function nearestRateHz(encoder: AudioEncoder, sampleRateHz: number): number {
  const rates = audioEncoders[encoder].sampleRatesHz
  return rates.find(rate => rate >= sampleRateHz) ?? Math.max(...rates)
}

export function layoutFor(encoder: AudioEncoder, channels: number): { layout: string; channels: number } {
  const { layouts } = audioEncoders[encoder]
  const fitting = Math.min(Math.max(channels, 1), layouts.length)
  return { layout: layouts[fitting - 1] ?? 'stereo', channels: fitting }
}

const mp3Kilobits = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]

/** Per channel. */
const opusMaxKilobits = 256

/** Bounds per channel, measured with libvorbis 1.3, which fails to initialize outside of them. */
const vorbisBounds = [
  { maxRateHz: 9000, min: 8, max: 37 },
  { maxRateHz: 15_000, min: 14, max: 42 },
  { maxRateHz: 26_000, min: 16, max: 75 },
  { maxRateHz: 40_000, min: 32, max: 160 },
  { maxRateHz: 50_000, min: 32, max: 224 },
] as const

/** The bitrate nearest to the requested one that the encoder accepts. */
export function fittingKilobits(
  encoder: AudioEncoder,
  wantedKilobits: number,
  track: { readonly sampleRateHz: number; readonly channels: number },
): number {
  // Tolerance for bitrates that were measured rather than declared.
  if (encoder === 'libmp3lame') return mp3Kilobits.find(step => step >= wantedKilobits * 0.97) ?? 320
  if (encoder === 'libopus') return Math.min(Math.round(wantedKilobits), opusMaxKilobits * track.channels)
  if (encoder !== 'libvorbis') return Math.round(wantedKilobits)
  const bounds = vorbisBounds.find(({ maxRateHz }) => track.sampleRateHz <= maxRateHz)
  if (bounds === undefined) return Math.round(wantedKilobits)
  // Channel coupling lowers the minimum.
  const min = track.channels === 6 ? bounds.min / 2 : track.channels === 2 ? bounds.min * 0.75 : bounds.min
  const clamped = Math.min(Math.max(wantedKilobits, min * track.channels), bounds.max * track.channels)
  return Math.round(clamped)
}
