/** Decides for every stream of a film whether it is copied, encoded or left out: the least work that gives what was asked. */
import type { FormatId } from '@filesmith/contract/formats'
import { fitsVideoBox, type VideoQuality } from '@filesmith/contract/video-quality'
import type { AudioTrack, MediaProbe, VideoTrack } from '../probe/media-probe.ts'
import { type Container, containers, type FilmFormat } from './containers.ts'
import type { VideoEncoder } from './encoder-settings.ts'
import { pictureFilters } from './picture-filters.ts'
import { type Size, targetSize } from './picture-size.ts'
import { encodeFilmSound, type SoundWork } from './sound-work.ts'

export type PictureWork =
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

export interface FilmPlan {
  readonly target: FilmFormat
  readonly video: PictureWork
  readonly audio: readonly SoundWork[]
  readonly subtitles: readonly SubtitleWork[]
  readonly fonts: readonly number[]
}

export interface FilmRequest {
  readonly from: FormatId
  readonly target: FilmFormat
  readonly quality: VideoQuality
  /** Filters that draw over the finished pictures, which are then always encoded. */
  readonly drawnOver?: readonly string[]
  /** A second try after a copy went wrong: everything is made anew, and what is not seen or heard is left out. */
  readonly isCareful?: boolean
}

export function planFilm(
  probe: MediaProbe & { readonly video: VideoTrack },
  { from, target, quality, drawnOver, isCareful = false }: FilmRequest,
): FilmPlan {
  const container = containers[target]
  return {
    target,
    video:
      !isCareful && drawnOver === undefined && canCopyPictures(probe.video, container, { from, quality })
        ? copyPictures(probe.video, from, target)
        : encodePictures(probe.video, container, quality, drawnOver),
    audio: probe.audio.map(track => planSound(track, container, isCareful)),
    subtitles: isCareful ? [] : planSubtitles(probe, container),
    fonts: container.keepsFonts && !isCareful ? probe.fonts.map(({ index }) => index) : [],
  }
}

function canCopyPictures(
  video: VideoTrack,
  container: Container,
  { from, quality }: Pick<FilmRequest, 'from' | 'quality'>,
): boolean {
  const shown = { width: video.shownWidth, height: video.shownHeight }
  const needsNotes = video.isTurned || video.hasHiddenStart
  return (
    container.fitsVideo(video, from) && fitsVideoBox(shown, quality) && (container.keepsNotes || !needsNotes)
  )
}

/** AVI packs two pictures into one where nobody else expects it. */
function copyPictures({ index, codec }: VideoTrack, from: FormatId, target: FilmFormat): PictureWork {
  return codec === 'mpeg4' && from === 'avi' && target !== 'avi'
    ? { index, work: 'copied', bitstreamFilter: 'mpeg4_unpack_bframes' }
    : { index, work: 'copied' }
}

function encodePictures(
  video: VideoTrack,
  container: Container,
  quality: VideoQuality,
  drawnOver: readonly string[] = [],
): PictureWork {
  const size = targetSize({ width: video.shownWidth, height: video.shownHeight }, quality)
  return {
    index: video.index,
    work: 'encoded',
    encoder: container.videoEncoder,
    filters: [...pictureFilters(video, size), ...drawnOver],
    size,
    isRecoloured: video.isHdr || video.isRgb || video.hasAlpha,
  }
}

function planSound(track: AudioTrack, container: Container, isCareful: boolean): SoundWork {
  return container.fitsSound(track) && !isCareful
    ? { index: track.index, work: 'copied' }
    : {
        ...encodeFilmSound(track, container.soundEncoder),
        ...(container.hasConstantRate ? { fillsGaps: true } : {}),
      }
}

function planSubtitles(probe: MediaProbe, container: Container): SubtitleWork[] {
  return probe.subtitles.flatMap(({ index, codec }) => {
    const becomes = container.subtitleCodec(codec)
    return becomes === undefined ? [] : [{ index, codec: becomes }]
  })
}
