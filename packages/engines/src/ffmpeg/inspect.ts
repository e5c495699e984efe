/** Inspects a media file before conversion: streams, duration, bitrate, and a small preview image. */
import { AppError } from '@filesmith/contract/errors'
import type { Inspection, InspectionResult } from '../engine.ts'
import { refuseUnreadable } from './encoding/refusals.ts'
import { checkLength } from './length/check-length.ts'
import { isImplausibleFrameRate, resolveFrameRate } from './length/frame-rate.ts'
import { declaredLength, playedStreams } from './length/length.ts'
import { isBitrateReliable, measureAudioBytes } from './length/measure-audio-bytes.ts'
import { measureStreams } from './length/measure-streams.ts'
import { makePreview } from './preview.ts'
import { describeMedia } from './probe/describe-media.ts'
import { probeMedia } from './probe/probe.ts'
import type { FfmpegContext, MediaSource } from './run/media-process.ts'
import { withMediaWorkFolder } from './run/work-folder.ts'

/** The user is waiting for this response. */
const timeoutMs = 20_000

export async function inspect(context: FfmpegContext, inspection: Inspection): Promise<InspectionResult> {
  const timedOut = AbortSignal.timeout(timeoutMs)
  try {
    return await inspectWithin(context, inspection, AbortSignal.any([inspection.signal, timedOut]))
  } catch (error) {
    throw timedOut.aborted && !inspection.signal.aborted ? new AppError('took-too-long') : error
  }
}

function inspectWithin(
  context: FfmpegContext,
  { format, inputPath, previewPath, signal: canceling }: Inspection,
  signal: AbortSignal,
): Promise<InspectionResult> {
  return withMediaWorkFolder(previewPath, async workFolder => {
    const source: MediaSource = { path: inputPath, format, workFolder, signal }
    const probe = await probeMedia(context, source)
    refuseUnreadable(probe, format)
    const streams = playedStreams(probe)
    const declaredSeconds = declaredLength(probe, format, streams)
    const { video, audio } = probe
    const { seconds, measured } = await checkLength(context, source, {
      streams,
      declaredSeconds,
      isMeasured: audio.length === 1 && !audio.every(isBitrateReliable),
    })
    const declaredRate = video?.framesPerSecond ?? null
    const framesPerSecond =
      video !== null && isImplausibleFrameRate(declaredRate)
        ? resolveFrameRate(declaredRate, await measureStreams(context, source, [video.index]))
        : declaredRate
    const hasPreview = await makePreview(context, source, probe, seconds, previewPath)
    if (canceling.aborted) throw new AppError('cancelled')
    const measuredProbe = { ...probe, audio: measureAudioBytes(audio, seconds, measured) }
    return { media: describeMedia(measuredProbe, { lengthSeconds: seconds, framesPerSecond }), hasPreview }
  })
}
