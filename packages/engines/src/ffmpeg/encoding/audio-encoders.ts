/** Capabilities of the audio encoders: sample rates, channel layouts and suitable bitrates. */

export type AudioEncoder = 'aac' | 'libmp3lame' | 'libvorbis' | 'libopus' | 'wmav2' | 'ac3' | 'mp2'

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
  wmav2: { sampleRatesHz: mpegRates, layouts: ['mono', 'stereo'], videoKilobits: [96, 192] },
  ac3: {
    sampleRatesHz: [32_000, 44_100, 48_000],
    layouts: ['mono', 'stereo', '3.0', '4.0', '5.0', '5.1'],
    videoKilobits: [128, 192, 256, 320, 384, 448],
  },
  mp2: {
    sampleRatesHz: [16_000, 22_050, 24_000, 32_000, 44_100, 48_000],
    layouts: ['mono', 'stereo'],
    videoKilobits: [128, 224],
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

const ac3Kilobits = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640]
/** ISO 11172-3 allows only some in stereo, and only some in mono; ISO 13818-3 has others for low sample rates. */
const mp2Kilobits = {
  stereo: [64, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  mono: [32, 48, 56, 64, 80, 96, 112, 128, 160, 192],
  lowRate: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const maxLowRateHz = 24_000

/** Steps of encoders that do not take every bitrate. */
function kilobitSteps(
  encoder: AudioEncoder,
  { sampleRateHz, channels }: { readonly sampleRateHz: number; readonly channels: number },
): readonly number[] | undefined {
  if (encoder === 'libmp3lame') return mp3Kilobits
  if (encoder === 'ac3') return ac3Kilobits
  if (encoder !== 'mp2') return undefined
  if (sampleRateHz <= maxLowRateHz) return mp2Kilobits.lowRate
  return channels === 1 ? mp2Kilobits.mono : mp2Kilobits.stereo
}

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
  const steps = kilobitSteps(encoder, track)
  // Tolerance for bitrates that were measured rather than declared.
  if (steps !== undefined) return steps.find(step => step >= wantedKilobits * 0.97) ?? Math.max(...steps)
  if (encoder === 'libopus') return Math.min(Math.round(wantedKilobits), opusMaxKilobits * track.channels)
  if (encoder !== 'libvorbis') return Math.round(wantedKilobits)
  const bounds = vorbisBounds.find(({ maxRateHz }) => track.sampleRateHz <= maxRateHz)
  if (bounds === undefined) return Math.round(wantedKilobits)
  // Channel coupling lowers the minimum.
  const min = track.channels === 6 ? bounds.min / 2 : track.channels === 2 ? bounds.min * 0.75 : bounds.min
  const clamped = Math.min(Math.max(wantedKilobits, min * track.channels), bounds.max * track.channels)
  return Math.round(clamped)
}
