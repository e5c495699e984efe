/** Prepares a video conversion: checks the source, chooses the encoding, builds the ffmpeg arguments. */
import { convertVideo } from '@filesmith/contract/operations/convert-video'
import type { VideoQuality } from '@filesmith/contract/video-quality'
import { formatIn } from '../../ability.ts'
import { type CheckedLength, checkLength } from '../length/check-length.ts'
import { type FrameRate, isImplausibleFrameRate, resolveFrameRate } from '../length/frame-rate.ts'
import { declaredLength, playedStreams } from '../length/length.ts'
import { measureAudioBytes } from '../length/measure-audio-bytes.ts'
import { measureStreams } from '../length/measure-streams.ts'
import { describeMedia } from '../probe/describe-media.ts'
import type { MediaProbe, VideoTrack } from '../probe/media-probe.ts'
import type { FfmpegContext, MediaSource } from '../run/media-process.ts'
import { chooseVideoEncoding, type VideoEncoding, type VideoRequest } from './choose-video-encoding.ts'
import { containers } from './containers.ts'
import { refuseEndlessAnimation, requireDecodable, requireVideo, usableTracks } from './refusals.ts'
import { type Attempt, type MediaPreparation, type Task, workOf } from './task.ts'
import { videoArgs } from './video-args.ts'

type VideoProbe = MediaProbe & { readonly video: VideoTrack }

export async function prepareVideo(
  { context, source, step, probe }: MediaPreparation<{ readonly quality: VideoQuality }>,
  changes: Partial<VideoRequest> = {},
): Promise<Task> {
  const request: VideoRequest = {
    from: step.from,
    target: formatIn(convertVideo.outputs, step.to),
    quality: step.options.quality,
    ...changes,
  }
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
    frames: containers[request.target].hasConstantFrameRate ? null : (measured?.frames ?? null),
    unwantedTags: probe.unwantedTags,
    first: attempt(chooseVideoEncoding(media, request), rate),
    fallback: attempt(
      chooseVideoEncoding({ ...media, audio: decodableAudio }, { ...request, isFallback: true }),
      rate,
    ),
  }
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
  const length = await checkLength(context, source, { streams, declaredSeconds, isMeasured: isEncoded })
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
