/** Gets a film ready to be converted into another: checks, plan, arguments. */
import type { PlanStep } from '@filesmith/contract/schemas/plan'
import type { VideoQuality } from '@filesmith/contract/video-quality'
import { type CheckedLength, checkedLength } from '../length/checked-length.ts'
import { type FrameRate, isRateAbsurd, trueRate } from '../length/frame-rate.ts'
import { declaredLength, playedStreams } from '../length/length.ts'
import { measureStreams } from '../length/measure.ts'
import { measureAudioBytes } from '../length/measure-audio-bytes.ts'
import { describeMedia } from '../probe/describe-media.ts'
import type { MediaProbe, VideoTrack } from '../probe/media-probe.ts'
import type { FfmpegContext, MediaSource } from '../run/media-process.ts'
import { containers, type VideoFormat } from './containers.ts'
import { planVideo, type VideoPlan, type VideoRequest } from './plan-video.ts'
import { refuseEndlessAnimation, requireDecodable, requireVideo, usableTracks } from './refusals.ts'
import { type Attempt, type Task, workOf } from './task.ts'
import { videoArgs } from './video-args.ts'

type Video = MediaProbe & { readonly video: VideoTrack }

export async function prepareVideo(
  context: FfmpegContext,
  source: MediaSource,
  step: PlanStep,
  probe: MediaProbe,
  changes: Partial<VideoRequest> = {},
): Promise<Task> {
  const request: VideoRequest = {
    from: step.from,
    target: step.to as VideoFormat,
    quality: step.options.quality as VideoQuality,
    ...changes,
  }
  const unweighed = playableVideo(context, request, probe)
  const plan = planVideo(unweighed, request)
  if (plan.video.work === 'encoded') requireDecodable(unweighed.video, step.from, context.codecs)

  const length = await videoLength(context, source, unweighed, plan)
  const film = { ...unweighed, audio: measureAudioBytes(unweighed.audio, length.seconds, length.measured) }
  const heard = film.audio.filter(({ codec }) => context.codecs.decodable.has(codec))
  const { rate, measured } = length
  refuseEndlessAnimation(step.from, film.video, measured?.frames ?? 0)
  return {
    before: describeMedia(film, { lengthSeconds: length.seconds, framesPerSecond: rate.framesPerSecond }),
    lengthSeconds: length.seconds,
    frames: containers[request.target].hasConstantRate ? null : (measured?.frames ?? null),
    unwantedTags: probe.unwantedTags,
    first: attempt(planVideo(film, request), rate),
    careful: attempt(planVideo({ ...film, audio: heard }, { ...request, isCareful: true }), rate),
  }
}

function playableVideo({ codecs, settings }: FfmpegContext, request: VideoRequest, probe: MediaProbe): Video {
  const film = requireVideo(probe, request.from, codecs, settings.media)
  const { fitsAudio } = containers[request.target]
  const canUse = (track: Video['audio'][number]) => codecs.decodable.has(track.codec) || fitsAudio(track)
  return { ...film, audio: usableTracks(film.audio, request.from, canUse) }
}

async function videoLength(
  context: FfmpegContext,
  source: MediaSource,
  film: Video,
  plan: VideoPlan,
): Promise<CheckedLength & { readonly rate: FrameRate }> {
  const { durationSeconds, framesPerSecond } = film.video
  const streams = playedStreams(film)
  const declaredSeconds = declaredLength(film, source.format, streams)
  const isEncoded = workOf([plan.video, ...plan.audio]) === 'encoded'
  const length = await checkedLength(context, source, { streams, declaredSeconds, isMeasured: isEncoded })
  const { measured } = length
  const imageSeconds = declaredSeconds === null ? null : durationSeconds
  const counted = isRateAbsurd(framesPerSecond)
    ? await measureStreams(context, source, [film.video.index])
    : measured && { frames: measured.frames, seconds: imageSeconds ?? measured.seconds }
  const found = trueRate(framesPerSecond, counted)
  const isSteady = film.video.isSteady && found === framesPerSecond
  return { ...length, rate: { framesPerSecond: found, isSteady } }
}

function attempt(plan: VideoPlan, rate: FrameRate): Attempt {
  return {
    args: videoArgs(plan, rate),
    video: plan.video.work,
    audio: workOf(plan.audio),
    hasCopies: [plan.video, ...plan.audio].some(({ work }) => work === 'copied'),
  }
}
