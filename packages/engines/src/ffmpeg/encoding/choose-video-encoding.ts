/** Plans a video conversion: copies, encodes or drops each stream, with the least work that meets the request. */
import type { FormatId } from '@filesmith/contract/formats'
import { fitsVideoBox, type VideoQuality } from '@filesmith/contract/video-quality'
import type { AudioTrack, MediaProbe, VideoTrack } from '../probe/media-probe.ts'
import { type AudioTrackWork, encodeVideoAudio } from './audio-track-work.ts'
import { type Container, containers, type VideoFormat } from './containers.ts'
import type { VideoEncoder } from './encoder-settings.ts'
import { videoFilters } from './video-filters.ts'
import { targetSize, type VideoSize } from './video-size.ts'

export type VideoTrackWork =
  | { readonly index: number; readonly work: 'copied'; readonly bitstreamFilter?: string }
  | {
      readonly index: number
      readonly work: 'encoded'
      readonly encoder: VideoEncoder
      readonly filters: readonly string[]
      readonly size: VideoSize
      /** Converted to BT.709. */
      readonly isColorConverted: boolean
    }

export interface SubtitleWork {
  readonly index: number
  readonly codec: string
}

export interface VideoEncoding {
  readonly target: VideoFormat
  readonly video: VideoTrackWork
  readonly audio: readonly AudioTrackWork[]
  readonly subtitles: readonly SubtitleWork[]
  readonly fonts: readonly number[]
}

export interface VideoRequest {
  readonly from: FormatId
  readonly target: VideoFormat
  readonly quality: VideoQuality
  /** Filters that draw on top of the finished frames, which forces encoding. */
  readonly overlays?: readonly string[]
  /** Fallback after a failed stream copy: encode video and audio, drop subtitles and fonts. */
  readonly isFallback?: boolean
}

export function chooseVideoEncoding(
  probe: MediaProbe & { readonly video: VideoTrack },
  { from, target, quality, overlays, isFallback = false }: VideoRequest,
): VideoEncoding {
  const container = containers[target]
  return {
    target,
    video:
      !isFallback && overlays === undefined && canCopyVideoTrack(probe.video, container, { from, quality })
        ? copyVideoTrack(probe.video, from, target)
        : encodeVideoTrack(probe.video, container, quality, overlays),
    audio: probe.audio.map(track => chooseAudioTrackWork(track, container, isFallback)),
    subtitles: isFallback ? [] : chooseSubtitles(probe, container),
    fonts: container.keepsFonts && !isFallback ? probe.fonts.map(({ index }) => index) : [],
  }
}

function canCopyVideoTrack(
  video: VideoTrack,
  container: Container,
  { from, quality }: Pick<VideoRequest, 'from' | 'quality'>,
): boolean {
  const display = { width: video.displayWidth, height: video.displayHeight }
  const needsDisplayMetadata = video.isRotated || video.hasHiddenStart
  return (
    container.fitsVideo(video, from) &&
    fitsVideoBox(display, quality) &&
    (container.keepsDisplayMetadata || !needsDisplayMetadata)
  )
}

/** AVI packs B-frames together with the frame before ("packed bitstream"), which no other container allows. */
function copyVideoTrack({ index, codec }: VideoTrack, from: FormatId, target: VideoFormat): VideoTrackWork {
  return codec === 'mpeg4' && from === 'avi' && target !== 'avi'
    ? { index, work: 'copied', bitstreamFilter: 'mpeg4_unpack_bframes' }
    : { index, work: 'copied' }
}

function encodeVideoTrack(
  video: VideoTrack,
  container: Container,
  quality: VideoQuality,
  overlays: readonly string[] = [],
): VideoTrackWork {
  const size = targetSize({ width: video.displayWidth, height: video.displayHeight }, quality)
  return {
    index: video.index,
    work: 'encoded',
    encoder: container.videoEncoder,
    filters: [...videoFilters(video, size), ...overlays],
    size,
    isColorConverted: video.isHdr || video.isRgb || video.hasAlpha,
  }
}

function chooseAudioTrackWork(track: AudioTrack, container: Container, isFallback: boolean): AudioTrackWork {
  return container.fitsAudio(track) && !isFallback
    ? { index: track.index, work: 'copied' }
    : {
        ...encodeVideoAudio(track, container.audioEncoder),
        ...(container.hasConstantFrameRate ? { fillsGaps: true } : {}),
      }
}

function chooseSubtitles(probe: MediaProbe, container: Container): SubtitleWork[] {
  return probe.subtitles.flatMap(({ index, codec }) => {
    const targetCodec = container.subtitleCodec(codec)
    return targetCodec === undefined ? [] : [{ index, codec: targetCodec }]
  })
}
