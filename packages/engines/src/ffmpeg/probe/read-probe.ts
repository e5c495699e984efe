/** Converts ffprobe's output into a MediaProbe. */
import type { AudioTrack, MediaProbe, SideTrack, VideoTrack } from './media-probe.ts'
import type { ProbedStream, ProbeJson } from './probe-json.ts'
import { streamDuration } from './stream-duration.ts'
import { readVideoTrack } from './video-track.ts'

/** Reads the properties of an audio stream from ffprobe's output. */
const losslessCodecs: ReadonlySet<string> = new Set([
  ...['flac', 'alac', 'wavpack', 'tta', 'tak', 'ape', 'mlp', 'truehd', 'wmalossless', 'shorten', 'als'],
])
/** Linear PCM; the companded variants (µ-law, A-law) are lossy. */
const plainSamples = /^pcm_(?!mulaw|alaw|vidc|sga)/

function readAudioTrack(stream: ProbedStream, wholeBitrate: number | null): AudioTrack {
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

export function readProbe(json: ProbeJson, sizeBytes: number): MediaProbe {
  const ofType = (type: string) => json.streams.filter(stream => stream.codec_type === type)
  const durationSeconds = positive(json.format.duration)
  const videos = ofType('video').filter(stream => !isStill(stream))
  const mainVideo = videos.find(stream => stream.disposition.default === 1) ?? videos[0]
  const cover = ofType('video').find(isStill)
  const audioStreams = ofType('audio').filter(
    stream => (stream.channels ?? 0) > 0 && (stream.sample_rate ?? 0) > 0,
  )
  // The bitrate of a file with a single track is that of the track.
  const wholeBitrate =
    json.streams.length === 1 && durationSeconds !== null ? (sizeBytes * 8) / durationSeconds : null
  return {
    sizeBytes,
    durationSeconds,
    video: mainVideo === undefined ? null : readVideo(mainVideo, json),
    audio: audioStreams.map(stream => readAudioTrack(stream, wholeBitrate)),
    subtitles: ofType('subtitle').map(sideTrack),
    cover: cover === undefined ? null : sideTrack(cover),
    fonts: ofType('attachment').map(sideTrack).filter(isFont),
    unwantedTags: unwantedTags(json),
    isProtected: json.streams.some(isEncrypted) || Object.hasOwn(json.format.tags, 'ASF_Protection_Type'),
  }
}

/** The AVI header holds the full frame count; ffprobe counts what is left of a file whose end and index are missing. */
function readVideo(stream: ProbedStream, json: ProbeJson): VideoTrack {
  const video = readVideoTrack(stream, hasHiddenStart(json, stream.index))
  if (json.format.format_name !== 'avi' || video.framesPerSecond === null) return video
  const countedSeconds = (stream.nb_frames ?? 0) / video.framesPerSecond
  return { ...video, durationSeconds: Math.max(video.durationSeconds ?? 0, countedSeconds) || null }
}

function isStill({ disposition }: ProbedStream): boolean {
  return disposition.attached_pic === 1 || disposition.timed_thumbnails === 1 || disposition.still_image === 1
}

/** Shorter than any frame: rounding of time bases. */
const toleranceSeconds = 0.02

function hasHiddenStart({ packets }: ProbeJson, index: number): boolean {
  return packets.some(
    ({ stream_index, pts_time = 0, flags }) =>
      stream_index === index && flags.includes('D') && pts_time < -toleranceSeconds,
  )
}

function sideTrack(stream: ProbedStream): SideTrack {
  return { index: stream.index, codec: stream.codec_name ?? 'unknown' }
}

function isFont({ codec }: SideTrack): boolean {
  return codec === 'ttf' || codec === 'otf'
}

/** Matroska names the key; MP4 replaces the codec by an encrypted sample entry (see also protected-mp4.ts). */
function isEncrypted(stream: ProbedStream): boolean {
  return (
    Object.hasOwn(stream.tags, 'enc_key_id') ||
    protectedEntries.has(stream.codec_tag_string?.toLowerCase() ?? '')
  )
}

export const protectedEntries: ReadonlySet<string> = new Set(['encv', 'enca', 'enct', 'drms', 'drmi', 'drmt'])

const locationTags = /location|gps|geotag|latitude|longitude|(?:^|[^a-z])xyz$/i
const containerTags =
  /^(?:major_brand|minor_version|compatible_brands|(?:bps|number_of_(?:frames|bytes)|duration-|_statistics_).*)$/i

function unwantedTags({ format, streams }: ProbeJson): readonly string[] {
  const names = [format.tags, ...streams.map(stream => stream.tags)].flatMap(tags => Object.keys(tags))
  return [...new Set(names.filter(name => locationTags.test(name) || containerTags.test(name)))]
}

function positive(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) && value > 0 ? value : null
}
