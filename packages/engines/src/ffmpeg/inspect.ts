/** Looks into a chosen file before anything is converted: what it is like, and a small picture of it. */
import { AppError } from '@filesmith/contract/errors'
import type { Inspection, InspectionResult } from '../engine.ts'
import { checkedLength } from './length/checked-length.ts'
import { isRateAbsurd, trueRate } from './length/frame-rate.ts'
import { declaredLength, playedStreams } from './length/length.ts'
import { measureStreams } from './length/measure.ts'
import { isWeightKnown, measureAudioBytes } from './length/measure-audio-bytes.ts'
import { refuseUnreadable } from './plan/refusals.ts'
import { makePreview } from './preview.ts'
import { describeMedia } from './probe/describe-media.ts'
import { probeMedia } from './probe/probe.ts'
import type { FfmpegContext, MediaSource } from './run/media-process.ts'
import { withWorkFolder } from './run/work-folder.ts'

/** Somebody is waiting for it. */
const patienceMs = 20_000

export async function inspect(context: FfmpegContext, inspection: Inspection): Promise<InspectionResult> {
  const outOfPatience = AbortSignal.timeout(patienceMs)
  try {
    return await look(context, inspection, AbortSignal.any([inspection.signal, outOfPatience]))
  } catch (error) {
    throw outOfPatience.aborted && !inspection.signal.aborted ? new AppError('took-too-long') : error
  }
}

function look(
  context: FfmpegContext,
  { format, inputPath, previewPath, signal: canceling }: Inspection,
  signal: AbortSignal,
): Promise<InspectionResult> {
  return withWorkFolder(previewPath, async workFolder => {
    const source: MediaSource = { path: inputPath, format, workFolder, signal }
    const probe = await probeMedia(context, source)
    refuseUnreadable(probe, format)
    const streams = playedStreams(probe)
    const declaredSeconds = declaredLength(probe, format, streams)
    const { video, audio } = probe
    const { seconds, measured } = await checkedLength(context, source, {
      streams,
      declaredSeconds,
      isMeasured: audio.length === 1 && !audio.every(isWeightKnown),
    })
    const declaredRate = video?.framesPerSecond ?? null
    const framesPerSecond =
      video !== null && isRateAbsurd(declaredRate)
        ? trueRate(declaredRate, await measureStreams(context, source, [video.index]))
        : declaredRate
    const hasPreview = await makePreview(context, source, probe, seconds, previewPath)
    if (canceling.aborted) throw new AppError('cancelled')
    const weighed = { ...probe, audio: measureAudioBytes(audio, seconds, measured) }
    return { media: describeMedia(weighed, { lengthSeconds: seconds, framesPerSecond }), hasPreview }
  })
}
