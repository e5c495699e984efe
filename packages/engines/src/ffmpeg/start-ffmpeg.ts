/** Starts the ffmpeg engine: checks the installed codecs; every job is a separate sandboxed process. */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import type { SubtitleWay } from '@filesmith/contract/operations/add-subtitles'
import { handle, runStepsWith } from '../ability.ts'
import type { EngineSettings, Inspection, InspectionResult, LiveEngine } from '../engine.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { ffmpegAudio, ffmpegEditAudio, ffmpegSubtitles, ffmpegVideo } from './abilities.ts'
import { convertMedia } from './convert.ts'
import { prepareEdited } from './edit/prepare-edited.ts'
import { prepareAudio } from './encoding/prepare-audio.ts'
import { prepareVideo } from './encoding/prepare-video.ts'
import { refuseUnreadable } from './encoding/refusals.ts'
import type { Attempt, MediaPreparation, Task } from './encoding/task.ts'
import { targetSize } from './encoding/video-size.ts'
import { checkLength } from './length/check-length.ts'
import { isImplausibleFrameRate, resolveFrameRate } from './length/frame-rate.ts'
import { declaredLength, playedStreams } from './length/length.ts'
import { isBitrateReliable, measureAudioBytes } from './length/measure-audio-bytes.ts'
import { measureStreams } from './length/measure-streams.ts'
import { makePreview } from './preview.ts'
import { findCodecSupport } from './probe/codec-support.ts'
import { describeMedia } from './probe/describe-media.ts'
import { probeMedia } from './probe/probe.ts'
import type { FfmpegContext, MediaSource } from './run/media-process.ts'
import { withMediaWorkFolder } from './run/work-folder.ts'
import { parseSrt, type SubtitleCue } from './subtitles/parse-srt.ts'
import { writeAss } from './subtitles/write-ass.ts'

export async function startFfmpeg(settings: EngineSettings, sandbox: Sandbox): Promise<LiveEngine> {
  const context: FfmpegContext = { sandbox, settings, codecs: await findCodecSupport(sandbox) }
  return {
    runStep: runStepsWith(
      handle(ffmpegVideo, run => convertMedia(context, run, prepareVideo)),
      handle(ffmpegAudio, run => convertMedia(context, run, prepareAudio)),
      handle(ffmpegSubtitles, run => convertMedia(context, run, prepareSubtitled)),
      handle(ffmpegEditAudio, run => convertMedia(context, run, prepareEdited)),
    ),
    inspect: inspection => inspect(context, inspection),
    close: async () => {},
  }
}

/** The user is waiting for this response. */
const timeoutMs = 20_000

/** Inspects a media file before conversion: streams, duration, bitrate, and a small preview image. */
async function inspect(context: FfmpegContext, inspection: Inspection): Promise<InspectionResult> {
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

/** Relative to the working directory of ffmpeg, so that no path has to be escaped in the filter. */
const assName = 'subtitles.ass'
const srtName = 'subtitles.srt'

interface SubtitleOptions {
  readonly subtitles: string
  readonly way: SubtitleWay
}

/** Prepares a video with subtitles: burned into the frames, or as a text track that players can switch on. */
async function prepareSubtitled(preparation: MediaPreparation<SubtitleOptions>): Promise<Task> {
  const { source, step, probe } = preparation
  const cues = parseSrt(step.options.subtitles)
  const video = { ...preparation, step: { ...step, options: { quality: 'original' } } } as const
  if (step.options.way === 'track') return addTrack(await prepareVideo(video), source, cues)
  const task = await prepareVideo(video, { overlays: [`ass=${assName}`] })
  const { displayWidth = 0, displayHeight = 0 } = probe.video ?? {}
  const size = targetSize({ width: displayWidth, height: displayHeight }, 'original')
  await writeFile(join(source.workFolder, assName), writeAss(cues, size))
  return task
}

/** Copies the video where MP4 can hold it. */
async function addTrack(
  task: Task,
  { workFolder }: MediaSource,
  cues: readonly SubtitleCue[],
): Promise<Task> {
  await writeFile(join(workFolder, srtName), writePlainSrt(cues))
  const withTrack = (attempt: Attempt): Attempt => {
    const others = attempt.args.filter(arg => /^-c:s:\d+$/.test(arg)).length
    return {
      ...attempt,
      args: [
        ...attempt.args,
        ...['-map', '1:0', `-c:s:${others}`, 'mov_text', `-disposition:s:${others}`, 'default'],
      ],
    }
  }
  return {
    ...task,
    moreInputs: ['-protocol_whitelist', 'file', '-f', 'srt', '-i', srtName],
    first: withTrack(task.first),
    fallback: withTrack(task.fallback),
  }
}

const wordJoiner = '\u2060'

/** Writes parsed subtitles as SRT that contains plain text only. */
export function writePlainSrt(cues: readonly SubtitleCue[]): string {
  return cues
    .map(({ startSeconds, endSeconds, lines }, index) => {
      const text = lines.map(literal).join('\n')
      return `${index + 1}\n${timeCode(startSeconds)} --> ${timeCode(endSeconds)}\n${text}\n`
    })
    .join('\n')
}

/** ffmpeg's SRT reader interprets backslashes as ASS escapes; word joiners (zero width) prevent that. */
function literal(line: string): string {
  return line.replaceAll('\\', `${wordJoiner}\\${wordJoiner}`)
}

function timeCode(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000)
  const part = (value: number, digits = 2) => String(value).padStart(digits, '0')
  const clock = [
    Math.floor(milliseconds / 3_600_000),
    Math.floor(milliseconds / 60_000) % 60,
    Math.floor(milliseconds / 1000) % 60,
  ]
  return `${clock.map(value => part(value)).join(':')},${part(milliseconds % 1000, 3)}`
}
