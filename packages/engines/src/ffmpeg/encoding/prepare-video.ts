/** Prepares a video conversion: checks the source, chooses the encoding, builds the ffmpeg arguments. */

import type { VideoTuning } from '@filesmith/contract/advanced-options'
import { AppError } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import { convertVideo } from '@filesmith/contract/operations/convert-video'
import type { VideoQuality } from '@filesmith/contract/video-quality'
import { fitsVideoBox } from '@filesmith/contract/video-quality'
import { formatIn } from '../../ability.ts'
import { type CheckedLength, checkLength } from '../length/check-length.ts'
import {
  type FrameRate,
  isImplausibleFrameRate,
  resolveFrameRate,
  standardRateFor,
  toFfmpegRate,
} from '../length/frame-rate.ts'
import { declaredLength, isShortAndExact, playedStreams } from '../length/length.ts'
import { isBitrateReliable, measureAudioBytes } from '../length/measure-audio-bytes.ts'
import { measureStreams } from '../length/measure-streams.ts'
import { describeMedia } from '../probe/describe-media.ts'
import type { AudioTrack, MediaProbe, VideoTrack } from '../probe/media-probe.ts'
import type { FfmpegContext, MediaSource } from '../run/media-process.ts'
import { audioTrackArgs } from './audio-track-args.ts'
import { type AudioTrackWork, encodeVideoAudio } from './audio-track-work.ts'
import { type Container, containers, type VideoFormat } from './containers.ts'
import type { VideoEncoder } from './encoder-settings.ts'
import { encoderOfCodec, videoEncoderArgs } from './encoder-settings.ts'
import { refuseEndlessAnimation, requireDecodable, requireVideo, usableTracks } from './refusals.ts'
import { type Attempt, type MediaPreparation, type Task, workOf } from './task.ts'
import { videoFilters } from './video-filters.ts'
import { targetSize, type VideoSize } from './video-size.ts'

type VideoProbe = MediaProbe & { readonly video: VideoTrack }

interface VideoOptions extends VideoTuning {
  readonly quality: VideoQuality
}

export async function prepareVideo(
  { context, source, step, probe }: MediaPreparation<VideoOptions>,
  changes: Partial<VideoRequest> = {},
): Promise<Task> {
  const { quality, ...tuning } = step.options
  const request: VideoRequest = {
    from: step.from,
    target: formatIn(convertVideo.outputs, step.to),
    quality,
    tuning,
    ...changes,
  }
  requireEncoder(context, request)
  const declared = playableVideo(context, request, probe)
  const encoding = chooseVideoEncoding(declared, request)
  if (encoding.video.work === 'encoded') requireDecodable(declared.video, step.from, context.codecs)

  const length = await videoLength(context, source, declared, encoding)
  const media = { ...declared, audio: measureAudioBytes(declared.audio, length.seconds, length.measured) }
  const decodableAudio = media.audio.filter(({ codec }) => context.codecs.decodable.has(codec))
  const { rate, measured } = length
  refuseEndlessAnimation(step.from, media.video, measured?.frames ?? 0)
  return {
    before: describeMedia(media, { lengthSeconds: length.seconds, framesPerSecond: rate.framesPerSecond }),
    lengthSeconds: length.seconds,
    missedSeconds: length.missedSeconds,
    frames:
      containers[request.target].hasConstantFrameRate || tuning.frameRate !== undefined
        ? null
        : (measured?.frames ?? declaredFrames(media.video)),
    unwantedTags: probe.unwantedTags,
    first: attempt(chooseVideoEncoding(media, request), rate),
    fallback: attempt(
      chooseVideoEncoding({ ...media, audio: decodableAudio }, { ...request, isFallback: true }),
      rate,
    ),
  }
}

/** Null where the number of frames does not follow from the declared rate. */
function declaredFrames(video: VideoTrack): number | null {
  const { framesPerSecond, durationSeconds } = video
  const isCountable = video.isConstantRate && !video.hasHiddenStart
  if (!isCountable || framesPerSecond === null || durationSeconds === null) return null
  return Math.floor(framesPerSecond * durationSeconds)
}

/** Not every build of ffmpeg has all of them. */
function requireEncoder({ codecs }: FfmpegContext, { target, tuning }: VideoRequest): void {
  const encoder = tuning?.videoCodec ? encoderOfCodec[tuning.videoCodec] : containers[target].videoEncoder
  if (!codecs.encoders.has(encoder))
    throw new AppError('engine-missing', { tool: (tuning?.videoCodec ?? target).toUpperCase() })
}

function playableVideo(
  { codecs, settings }: FfmpegContext,
  request: VideoRequest,
  probe: MediaProbe,
): VideoProbe {
  const media = requireVideo(probe, request.from, codecs, settings.media)
  const { fitsAudio } = containers[request.target]
  const canUse = (track: VideoProbe['audio'][number]) => codecs.decodable.has(track.codec) || fitsAudio(track)
  return { ...media, audio: usableTracks(media.audio, request.from, canUse) }
}

async function videoLength(
  context: FfmpegContext,
  source: MediaSource,
  media: VideoProbe,
  encoding: VideoEncoding,
): Promise<CheckedLength & { readonly rate: FrameRate }> {
  const { durationSeconds, framesPerSecond } = media.video
  const streams = playedStreams(media)
  const declaredSeconds = declaredLength(media, source.format, streams)
  const isEncoded = workOf([encoding.video, ...encoding.audio]) === 'encoded'
  const isKnown =
    isShortAndExact(source.format, declaredSeconds) &&
    declaredFrames(media.video) !== null &&
    media.audio.every(isBitrateReliable)
  const isMeasured = isEncoded && !isKnown
  const length = await checkLength(context, source, { streams, declaredSeconds, isMeasured })
  const { measured } = length
  const videoSeconds = declaredSeconds === null ? null : durationSeconds
  const counted = isImplausibleFrameRate(framesPerSecond)
    ? await measureStreams(context, source, [media.video.index])
    : measured && { frames: measured.frames, seconds: videoSeconds ?? measured.seconds }
  const found = resolveFrameRate(framesPerSecond, counted)
  const isConstantRate = media.video.isConstantRate && found === framesPerSecond
  return { ...length, rate: { framesPerSecond: found, isConstantRate } }
}

function attempt(encoding: VideoEncoding, rate: FrameRate): Attempt {
  return {
    args: videoArgs(encoding, rate),
    video: encoding.video.work,
    audio: workOf(encoding.audio),
    hasCopies: [encoding.video, ...encoding.audio].some(({ work }) => work === 'copied'),
  }
}

/** The frame rate matters only when the video track is encoded. */
export function videoArgs(encoding: VideoEncoding, rate: FrameRate): readonly string[] {
  const container = containers[encoding.target]
  const streams = [encoding.video, ...encoding.audio, ...encoding.subtitles].map(({ index }) => index)
  return [
    ...[...streams, ...encoding.fonts].flatMap(index => ['-map', `0:${index}`]),
    ...['-map_chapters', container.keepsChapters ? '0' : '-1'],
    ...videoTrackArgs(encoding.video, rate, container),
    ...encoding.audio.flatMap(audioTrackArgs),
    ...encoding.subtitles.flatMap(({ codec }, position) => [`-c:s:${position}`, codec]),
    ...(encoding.fonts.length > 0 ? ['-c:t', 'copy'] : []),
    ...container.muxerArgs,
    ...['-f', container.muxer],
  ]
}

function videoTrackArgs(
  track: VideoTrackWork,
  rate: FrameRate,
  { hasConstantFrameRate, hasStandardFrameRate }: Container,
): readonly string[] {
  if (track.work === 'copied') {
    const { bitstreamFilter } = track
    return ['-c:v', 'copy', ...(bitstreamFilter === undefined ? [] : ['-bsf:v', bitstreamFilter])]
  }
  const { encoder, filters, size, crf, frameRate, tag } = track
  const isConstantRate = rate.isConstantRate || frameRate !== undefined
  return [
    ...['-filter:v', filters.join(','), ...videoEncoderArgs(encoder, size.width * size.height, crf)],
    ...(tag === undefined ? [] : ['-tag:v', tag]),
    ...(track.isColorConverted ? bt709 : []),
    // MP4 sums durations in decoding order, which is wrong for a variable frame rate unless it equals display order.
    ...((encoder === 'libx264' || encoder === 'libx265') && !isConstantRate ? ['-bf', '0'] : []),
    ...rateArgs(
      hasStandardFrameRate
        ? standardRateFor(frameRate ?? rate.framesPerSecond)
        : (frameRate ?? rate.framesPerSecond),
      hasConstantFrameRate,
    ),
  ]
}

const bt709 = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709']

/** Keeps a variable frame rate where the container supports it. */
function rateArgs(framesPerSecond: number | null, hasConstantFrameRate: boolean): readonly string[] {
  const rate = framesPerSecond === null ? [] : ['-r', toFfmpegRate(framesPerSecond)]
  if (hasConstantFrameRate) return ['-fps_mode', 'cfr', ...rate]
  // The rate is a hint for the encoder; the time base is fine enough to keep every timestamp.
  return ['-fps_mode', 'vfr', '-enc_time_base', '1:90000', ...rate]
}

type VideoTrackWork =
  | { readonly index: number; readonly work: 'copied'; readonly bitstreamFilter?: string }
  | {
      readonly index: number
      readonly work: 'encoded'
      readonly encoder: VideoEncoder
      readonly filters: readonly string[]
      readonly size: VideoSize
      /** Converted to BT.709. */
      readonly isColorConverted: boolean
      readonly crf?: number | undefined
      readonly frameRate?: number | undefined
      /** FourCC that Apple devices need. */
      readonly tag?: 'hvc1'
    }

interface SubtitleWork {
  readonly index: number
  readonly codec: string
}

interface VideoEncoding {
  readonly target: VideoFormat
  readonly video: VideoTrackWork
  readonly audio: readonly AudioTrackWork[]
  readonly subtitles: readonly SubtitleWork[]
  readonly fonts: readonly number[]
}

interface VideoRequest {
  readonly from: FormatId
  readonly target: VideoFormat
  readonly quality: VideoQuality
  /** Anything but the defaults forces encoding. */
  readonly tuning?: VideoTuning
  /** Filters that draw on top of the finished frames, which forces encoding. */
  readonly overlays?: readonly string[]
  /** Fallback after a failed stream copy: encode video and audio, drop subtitles and fonts. */
  readonly isFallback?: boolean
}

/** Plans a video conversion: copies, encodes or drops each stream, with the least work that meets the request. */
export function chooseVideoEncoding(
  probe: MediaProbe & { readonly video: VideoTrack },
  { from, target, quality, tuning = {}, overlays, isFallback = false }: VideoRequest,
): VideoEncoding {
  const container = containers[target]
  const isEncoded =
    isFallback || overlays !== undefined || Object.values(tuning).some(value => value !== undefined)
  return {
    target,
    video:
      !isEncoded && canCopyVideoTrack(probe.video, container, { from, quality })
        ? copyVideoTrack(probe.video, from, target)
        : encodeVideoTrack(probe.video, container, { quality, tuning, overlays }),
    audio: probe.audio.map(track => chooseAudioTrackWork(track, container, isFallback)),
    subtitles: isFallback ? [] : chooseSubtitles(probe, container),
    fonts: container.keepsFonts && !isFallback ? probe.fonts.map(({ index }) => index) : [],
  }
}

/** Without timestamps, which a container needs. */
const untimedStreams: ReadonlySet<FormatId> = new Set(['h264', 'hevc'])

function canCopyVideoTrack(
  video: VideoTrack,
  container: Container,
  { from, quality }: Pick<VideoRequest, 'from' | 'quality'>,
): boolean {
  const display = { width: video.displayWidth, height: video.displayHeight }
  const needsDisplayMetadata = video.isRotated || video.hasHiddenStart
  return (
    !untimedStreams.has(from) &&
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
  {
    quality,
    tuning: { crf, frameRate, videoCodec } = {},
    overlays = [],
  }: Pick<VideoRequest, 'quality' | 'tuning'> & { readonly overlays: readonly string[] | undefined },
): VideoTrackWork {
  const isAppleHevc = videoCodec === 'hevc' && (container.muxer === 'mp4' || container.muxer === 'mov')
  const size = targetSize({ width: video.displayWidth, height: video.displayHeight }, quality)
  return {
    index: video.index,
    work: 'encoded',
    encoder: videoCodec === undefined ? container.videoEncoder : encoderOfCodec[videoCodec],
    filters: [
      ...videoFilters(video, size),
      ...(frameRate === undefined ? [] : [`fps=${toFfmpegRate(frameRate)}`]),
      ...overlays,
    ],
    size,
    isColorConverted: video.isHdr || video.isRgb || video.hasAlpha,
    ...(crf === undefined ? {} : { crf }),
    ...(frameRate === undefined ? {} : { frameRate }),
    ...(isAppleHevc ? { tag: 'hvc1' } : {}),
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
