/** Gets a film ready to be converted into another: checks, plan, arguments. */
import type { PlanStep } from '@filesmith/contract/schemas/plan'
import type { VideoQuality } from '@filesmith/contract/video-quality'
import { type CheckedLength, checkedLength } from '../length/checked-length.ts'
import { type FrameRate, isRateAbsurd, trueRate } from '../length/frame-rate.ts'
import { declaredLength, playedStreams } from '../length/length.ts'
import { measureStreams } from '../length/measure.ts'
import { weighSound } from '../length/weigh-sound.ts'
import { describeMedia } from '../probe/describe-media.ts'
import type { MediaProbe, VideoTrack } from '../probe/media-probe.ts'
import type { FfmpegContext, MediaSource } from '../run/media-process.ts'
import { containers, type FilmFormat } from './containers.ts'
import { type FilmPlan, type FilmRequest, planFilm } from './plan-video.ts'
import { refuseEndlessAnimation, requireDecodable, requireFilm, usableTracks } from './refusals.ts'
import { type Attempt, type Task, workOf } from './task.ts'
import { filmArgs } from './video-args.ts'

type Film = MediaProbe & { readonly video: VideoTrack }

export async function prepareFilm(
  context: FfmpegContext,
  source: MediaSource,
  step: PlanStep,
  probe: MediaProbe,
  changes: Partial<FilmRequest> = {},
): Promise<Task> {
  const request: FilmRequest = {
    from: step.from,
    target: step.to as FilmFormat,
    quality: step.options.quality as VideoQuality,
    ...changes,
  }
  const unweighed = playableFilm(context, request, probe)
  const plan = planFilm(unweighed, request)
  if (plan.video.work === 'encoded') requireDecodable(unweighed.video, step.from, context.codecs)

  const length = await filmLength(context, source, unweighed, plan)
  const film = { ...unweighed, audio: weighSound(unweighed.audio, length.seconds, length.measured) }
  const heard = film.audio.filter(({ codec }) => context.codecs.decodable.has(codec))
  const { rate, measured } = length
  refuseEndlessAnimation(step.from, film.video, measured?.frames ?? 0)
  return {
    before: describeMedia(film, { lengthSeconds: length.seconds, framesPerSecond: rate.framesPerSecond }),
    lengthSeconds: length.seconds,
    frames: containers[request.target].hasConstantRate ? null : (measured?.frames ?? null),
    unwantedTags: probe.unwantedTags,
    first: attempt(planFilm(film, request), rate),
    careful: attempt(planFilm({ ...film, audio: heard }, { ...request, isCareful: true }), rate),
  }
}

function playableFilm({ codecs, settings }: FfmpegContext, request: FilmRequest, probe: MediaProbe): Film {
  const film = requireFilm(probe, request.from, codecs, settings.media)
  const { fitsSound } = containers[request.target]
  const canUse = (track: Film['audio'][number]) => codecs.decodable.has(track.codec) || fitsSound(track)
  return { ...film, audio: usableTracks(film.audio, request.from, canUse) }
}

async function filmLength(
  context: FfmpegContext,
  source: MediaSource,
  film: Film,
  plan: FilmPlan,
): Promise<CheckedLength & { readonly rate: FrameRate }> {
  const { durationSeconds, framesPerSecond } = film.video
  const streams = playedStreams(film)
  const declaredSeconds = declaredLength(film, source.format, streams)
  const isEncoded = workOf([plan.video, ...plan.audio]) === 'encoded'
  const length = await checkedLength(context, source, { streams, declaredSeconds, isMeasured: isEncoded })
  const { measured } = length
  const pictureSeconds = declaredSeconds === null ? null : durationSeconds
  const counted = isRateAbsurd(framesPerSecond)
    ? await measureStreams(context, source, [film.video.index])
    : measured && { frames: measured.frames, seconds: pictureSeconds ?? measured.seconds }
  const found = trueRate(framesPerSecond, counted)
  const isSteady = film.video.isSteady && found === framesPerSecond
  return { ...length, rate: { framesPerSecond: found, isSteady } }
}

function attempt(plan: FilmPlan, rate: FrameRate): Attempt {
  return {
    args: filmArgs(plan, rate),
    video: plan.video.work,
    audio: workOf(plan.audio),
    hasCopies: [plan.video, ...plan.audio].some(({ work }) => work === 'copied'),
  }
}
