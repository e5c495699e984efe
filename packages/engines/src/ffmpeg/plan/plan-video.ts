/** Decides for every stream of a film whether it is copied, encoded or left out: the least work that gives what was asked. */
import type { FormatId } from '@filesmith/contract/formats'
import { fitsVideoBox, type VideoQuality } from '@filesmith/contract/video-quality'
import type { AudioTrack, MediaProbe, VideoTrack } from '../probe/media-probe.ts'
import { type AudioTrackWork, encodeVideoAudio } from './audio-track-work.ts'
import { type Container, containers, type VideoFormat } from './containers.ts'
import type { VideoEncoder } from './encoder-settings.ts'
import { imageFilters } from './image-filters.ts'
import { type Size, targetSize } from './image-size.ts'

export type ImageWork =
  | { readonly index: number; readonly work: 'copied'; readonly bitstreamFilter?: string }
  | {
      readonly index: number
      readonly work: 'encoded'
      readonly encoder: VideoEncoder
      readonly filters: readonly string[]
      readonly size: Size
      /** Its colours were turned into those of high-definition television. */
      readonly isRecoloured: boolean
    }

export interface SubtitleWork {
  readonly index: number
  readonly codec: string
}

export interface VideoPlan {
  readonly target: VideoFormat
  readonly video: ImageWork
  readonly audio: readonly AudioTrackWork[]
  readonly subtitles: readonly SubtitleWork[]
  readonly fonts: readonly number[]
}

export interface VideoRequest {
  readonly from: FormatId
  readonly target: VideoFormat
  readonly quality: VideoQuality
  /** Filters that draw over the finished pictures, which are then always encoded. */
  readonly drawnOver?: readonly string[]
  /** A second try after a copy went wrong: everything is made anew, and what is not seen or heard is left out. */
  readonly isCareful?: boolean
}

export function planVideo(
  probe: MediaProbe & { readonly video: VideoTrack },
  { from, target, quality, drawnOver, isCareful = false }: VideoRequest,
): VideoPlan {
  const container = containers[target]
  return {
    target,
    video:
      !isCareful && drawnOver === undefined && canCopyImages(probe.video, container, { from, quality })
        ? copyImages(probe.video, from, target)
        : encodeImages(probe.video, container, quality, drawnOver),
    audio: probe.audio.map(track => planAudioTrack(track, container, isCareful)),
    subtitles: isCareful ? [] : planSubtitles(probe, container),
    fonts: container.keepsFonts && !isCareful ? probe.fonts.map(({ index }) => index) : [],
  }
}

function canCopyImages(
  video: VideoTrack,
  container: Container,
  { from, quality }: Pick<VideoRequest, 'from' | 'quality'>,
): boolean {
  const shown = { width: video.shownWidth, height: video.shownHeight }
  const needsNotes = video.isTurned || video.hasHiddenStart
  return (
    container.fitsVideo(video, from) && fitsVideoBox(shown, quality) && (container.keepsNotes || !needsNotes)
  )
}

/** AVI packs two pictures into one where nobody else expects it. */
function copyImages({ index, codec }: VideoTrack, from: FormatId, target: VideoFormat): ImageWork {
  return codec === 'mpeg4' && from === 'avi' && target !== 'avi'
    ? { index, work: 'copied', bitstreamFilter: 'mpeg4_unpack_bframes' }
    : { index, work: 'copied' }
}

function encodeImages(
  video: VideoTrack,
  container: Container,
  quality: VideoQuality,
  drawnOver: readonly string[] = [],
): ImageWork {
  const size = targetSize({ width: video.shownWidth, height: video.shownHeight }, quality)
  return {
    index: video.index,
    work: 'encoded',
    encoder: container.videoEncoder,
    filters: [...imageFilters(video, size), ...drawnOver],
    size,
    isRecoloured: video.isHdr || video.isRgb || video.hasAlpha,
  }
}

function planAudioTrack(track: AudioTrack, container: Container, isCareful: boolean): AudioTrackWork {
  return container.fitsAudio(track) && !isCareful
    ? { index: track.index, work: 'copied' }
    : {
        ...encodeVideoAudio(track, container.audioEncoder),
        ...(container.hasConstantRate ? { fillsGaps: true } : {}),
      }
}

function planSubtitles(probe: MediaProbe, container: Container): SubtitleWork[] {
  return probe.subtitles.flatMap(({ index, codec }) => {
    const becomes = container.subtitleCodec(codec)
    return becomes === undefined ? [] : [{ index, codec: becomes }]
  })
}
