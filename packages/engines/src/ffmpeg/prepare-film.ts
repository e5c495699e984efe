/** Gets a film ready to be converted into another: checks, plan, arguments. */
import type { PlanStep } from '@filesmith/contract/schemas/plan'
import { checkedLength } from './checked-length.ts'
import { containers, type FilmFormat } from './containers.ts'
import { describeMedia } from './describe-media.ts'
import { trueRate } from './frame-rate.ts'
import { declaredLength } from './length.ts'
import type { MediaProbe } from './media-probe.ts'
import type { FfmpegContext, MediaSource } from './media-process.ts'
import type { VideoQuality } from './picture-size.ts'
import { type FilmPlan, planFilm } from './plan-video.ts'
import { requireDecodable, requireFilm, usableTracks } from './refusals.ts'
import { type Attempt, type Task, workOf } from './task.ts'
import { filmArgs } from './video-args.ts'

export async function prepareFilm(
  context: FfmpegContext,
  source: MediaSource,
  step: PlanStep,
  probe: MediaProbe,
): Promise<Task> {
  const { codecs, settings } = context
  const target = step.to as FilmFormat
  const request = { from: step.from, target, quality: step.options.quality as VideoQuality }
  const whole = requireFilm(probe, step.from, settings.media)
  const canHear = (codec: string) => codecs.decodable.has(codec)
  const film = {
    ...whole,
    audio: usableTracks(
      whole.audio,
      step.from,
      track => canHear(track.codec) || containers[target].fitsSound(track),
    ),
  }
  const plan = planFilm(film, request)
  if (plan.video.work === 'encoded') requireDecodable(film.video, step.from, codecs)

  const streams = [plan.video, ...plan.audio].map(({ index }) => index)
  const declaredSeconds = declaredLength(film, step.from, streams)
  const isAllCopied = workOf([plan.video, ...plan.audio]) === 'copied'
  const length = await checkedLength(context, source, { streams, declaredSeconds, isMeasured: !isAllCopied })
  const framesPerSecond = trueRate(film.video.framesPerSecond, length.framesPerSecond)
  const attempt = (filmPlan: FilmPlan): Attempt => ({
    args: filmArgs(filmPlan, framesPerSecond),
    video: filmPlan.video.work,
    audio: workOf(filmPlan.audio),
    hasCopies: [filmPlan.video, ...filmPlan.audio].some(({ work }) => work === 'copied'),
  })
  return {
    before: describeMedia(probe, { lengthSeconds: length.seconds, framesPerSecond }),
    lengthSeconds: length.seconds,
    frames: plan.video.work === 'encoded' && !containers[target].hasConstantRate ? length.frames : null,
    unwantedTags: probe.unwantedTags,
    first: attempt(plan),
    careful: attempt(planFilm(film, { ...request, isCareful: true })),
  }
}
