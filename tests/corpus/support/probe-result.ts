/** ffprobe's description of a media file, with readable property names. */
import { ffprobe } from '../../support/run-program.ts'
import { oncePerFile } from './once-per-file.ts'

type Tags = Readonly<Record<string, string>>

export interface Track {
  readonly kind: string
  readonly codec: string
  readonly codecTag: string
  readonly pixelFormat?: string
  readonly width?: number
  readonly height?: number
  readonly sampleAspectRatio?: string
  readonly fieldOrder?: string
  readonly colorTransfer?: string
  readonly colorPrimaries?: string
  readonly framesPerSecond: number
  readonly channels?: number
  readonly sampleRateHz: number
  readonly bitsPerSample: number
  readonly bitrateKbps: number
  readonly rotation: number
  readonly isDefault: boolean
  readonly isCover: boolean
  readonly tags: Tags
}

export interface ProbedMedia {
  readonly container: string
  readonly seconds: number
  readonly tags: Tags
  readonly tracks: readonly Track[]
  readonly chapters: readonly { readonly title: string; readonly startSeconds: number }[]
}

interface ProbedStream {
  readonly [name: string]: unknown
  readonly codec_type: string
  readonly disposition?: Readonly<Record<string, number>>
  readonly tags?: Tags
  readonly side_data_list?: readonly { readonly rotation?: number }[]
}

export const probeResult = oncePerFile(async (path: string): Promise<ProbedMedia> => {
  const json = await ffprobe('-of', 'json', '-show_format', '-show_streams', '-show_chapters', path)
  const { format, streams, chapters } = JSON.parse(json)
  return {
    container: format.format_name,
    seconds: Number(format.duration),
    tags: lowerCased(format.tags),
    tracks: streams.map(toTrack),
    chapters: chapters.map((chapter: { tags?: Tags; start_time: string }) => ({
      title: chapter.tags?.title ?? '',
      startSeconds: Number(chapter.start_time),
    })),
  }
})

/** The first video track that is not cover art. */
export function videoOf({ tracks }: ProbedMedia): Track | undefined {
  return tracks.find(track => track.kind === 'video' && !track.isCover)
}

export function audioTracksOf({ tracks }: ProbedMedia): Track[] {
  return tracks.filter(track => track.kind === 'audio')
}

function toTrack(stream: ProbedStream): Track {
  // Unknown for a short Theora stream without audio.
  const rate = stream.avg_frame_rate === '0/0' ? stream.r_frame_rate : stream.avg_frame_rate
  const [over = 0, under = 1] = String(rate).split('/').map(Number)
  return {
    kind: stream.codec_type,
    codec: String(stream.codec_name),
    codecTag: String(stream.codec_tag_string),
    ...known('pixelFormat', stream.pix_fmt),
    ...known('width', stream.width),
    ...known('height', stream.height),
    ...known('sampleAspectRatio', stream.sample_aspect_ratio),
    ...known('fieldOrder', stream.field_order),
    ...known('colorTransfer', stream.color_transfer),
    ...known('colorPrimaries', stream.color_primaries),
    ...known('channels', stream.channels),
    framesPerSecond: over / under,
    sampleRateHz: Number(stream.sample_rate),
    bitsPerSample: Number(stream.bits_per_raw_sample ?? stream.bits_per_sample),
    bitrateKbps: Number(stream.bit_rate) / 1000,
    rotation: stream.side_data_list?.find(data => data.rotation !== undefined)?.rotation ?? 0,
    isDefault: stream.disposition?.default === 1,
    isCover: stream.disposition?.attached_pic === 1,
    tags: lowerCased(stream.tags),
  }
}

function known(name: string, value: unknown): object {
  return value === undefined ? {} : { [name]: value }
}

/** Containers disagree about the case of tag names. */
function lowerCased(tags: Tags = {}): Tags {
  return Object.fromEntries(Object.entries(tags).map(([name, value]) => [name.toLowerCase(), value]))
}
