/** Turns ffprobe's answer into what the plans are made from. */
import { readAudioTrack } from './audio-track.ts'
import type { MediaProbe, SideTrack, VideoTrack } from './media-probe.ts'
import type { ProbedStream, ProbeJson } from './probe-json.ts'
import { readVideoTrack } from './video-track.ts'

export function readProbe(json: ProbeJson, sizeBytes: number): MediaProbe {
  const ofType = (type: string) => json.streams.filter(stream => stream.codec_type === type)
  const durationSeconds = positive(json.format.duration)
  const videos = ofType('video').filter(stream => !isStill(stream))
  const film = videos.find(stream => stream.disposition.default === 1) ?? videos[0]
  const cover = ofType('video').find(isStill)
  const sounds = ofType('audio').filter(stream => (stream.channels ?? 0) > 0 && (stream.sample_rate ?? 0) > 0)
  // What a recording weighs is the weight of its only track.
  const wholeBitrate =
    json.streams.length === 1 && durationSeconds !== null ? (sizeBytes * 8) / durationSeconds : null
  return {
    sizeBytes,
    durationSeconds,
    video: film === undefined ? null : readVideo(film, json),
    audio: sounds.map(stream => readAudioTrack(stream, wholeBitrate)),
    subtitles: ofType('subtitle').map(sideTrack),
    cover: cover === undefined ? null : sideTrack(cover),
    fonts: ofType('attachment').map(sideTrack).filter(isFont),
    unwantedTags: unwantedTags(json),
    isProtected: json.streams.some(isEncrypted) || Object.hasOwn(json.format.tags, 'ASF_Protection_Type'),
  }
}

/** The header of an AVI counts its pictures; where its end and so its index is gone, ffprobe counts what is left. */
function readVideo(stream: ProbedStream, json: ProbeJson): VideoTrack {
  const video = readVideoTrack(stream, hasHiddenStart(json, stream.index))
  if (json.format.format_name !== 'avi' || video.framesPerSecond === null) return video
  const countedSeconds = (stream.nb_frames ?? 0) / video.framesPerSecond
  return { ...video, durationSeconds: Math.max(video.durationSeconds ?? 0, countedSeconds) || null }
}

function isStill({ disposition }: ProbedStream): boolean {
  return disposition.attached_pic === 1 || disposition.timed_thumbnails === 1 || disposition.still_image === 1
}

/** Less than the shortest picture is a matter of clocks. */
const unseenSeconds = 0.02

function hasHiddenStart({ packets }: ProbeJson, index: number): boolean {
  return packets.some(
    ({ stream_index, pts_time = 0, flags }) =>
      stream_index === index && flags.includes('D') && pts_time < -unseenSeconds,
  )
}

function sideTrack(stream: ProbedStream): SideTrack {
  return { index: stream.index, codec: stream.codec_name ?? 'unknown' }
}

function isFont({ codec }: SideTrack): boolean {
  return codec === 'ttf' || codec === 'otf'
}

/** Matroska names the key; MP4 hides the real codec behind a name of its own (see also protected-mp4.ts). */
function isEncrypted(stream: ProbedStream): boolean {
  return (
    Object.hasOwn(stream.tags, 'enc_key_id') ||
    protectedEntries.has(stream.codec_tag_string?.toLowerCase() ?? '')
  )
}

export const protectedEntries: ReadonlySet<string> = new Set(['encv', 'enca', 'enct', 'drms', 'drmi', 'drmt'])

const places = /location|gps|geotag|latitude|longitude|(?:^|[^a-z])xyz$/i
const oldContainer =
  /^(?:major_brand|minor_version|compatible_brands|(?:bps|number_of_(?:frames|bytes)|duration-|_statistics_).*)$/i

function unwantedTags({ format, streams }: ProbeJson): readonly string[] {
  const names = [format.tags, ...streams.map(stream => stream.tags)].flatMap(tags => Object.keys(tags))
  return [...new Set(names.filter(name => places.test(name) || oldContainer.test(name)))]
}

function positive(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) && value > 0 ? value : null
}
