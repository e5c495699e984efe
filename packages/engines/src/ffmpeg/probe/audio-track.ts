/** Reads the properties of an audio stream from ffprobe's output. */
import type { AudioTrack } from './media-probe.ts'
import type { ProbedStream } from './probe-json.ts'
import { streamDuration } from './stream-duration.ts'

const losslessCodecs: ReadonlySet<string> = new Set([
  ...['flac', 'alac', 'wavpack', 'tta', 'tak', 'ape', 'mlp', 'truehd', 'wmalossless', 'shorten', 'als'],
])
/** Linear PCM; the companded variants (µ-law, A-law) are lossy. */
const plainSamples = /^pcm_(?!mulaw|alaw|vidc|sga)/

export function readAudioTrack(stream: ProbedStream, wholeBitrate: number | null): AudioTrack {
  const codec = stream.codec_name ?? 'unknown'
  const isLossless = losslessCodecs.has(codec) || plainSamples.test(codec) || stream.profile === 'DTS-HD MA'
  const declaredBitrate = stream.bit_rate ?? matroskaBitrate(stream)
  return {
    index: stream.index,
    codec,
    profile: stream.profile === 'unknown' ? null : (stream.profile ?? null),
    channels: stream.channels ?? 0,
    layout: stream.channel_layout ?? null,
    sampleRateHz: stream.sample_rate ?? 0,
    // An implausible duration yields an implausible bitrate.
    bitrate: declaredBitrate !== undefined && declaredBitrate > 500 ? declaredBitrate : wholeBitrate,
    isLossless,
    sampleBits: sampleBits(stream, isLossless),
    isFloat: /^pcm_f/.test(codec),
    isDefault: stream.disposition.default === 1,
    durationSeconds: streamDuration(stream),
  }
}

function matroskaBitrate({ tags }: ProbedStream): number | undefined {
  const text = tags.BPS ?? tags['BPS-eng']
  return text === undefined ? undefined : Number(text)
}

/** Lossy codecs have no bit depth; 16 bits hold everything they retain. */
function sampleBits(stream: ProbedStream, isLossless: boolean): number {
  if (!isLossless) return 16
  const stored = stream.bits_per_raw_sample || stream.bits_per_sample
  return stored || (stream.sample_fmt?.startsWith('s32') ? 24 : 16)
}
