/** Starts the ffmpeg engine: checks the installed codecs; every job is a separate sandboxed process. */

import { copyFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import type { SubtitleWay } from '@filesmith/contract/operations/add-subtitles'
import type { MediaDetails } from '@filesmith/contract/schemas/media'
import { handle, runStepsWith } from '../ability.ts'
import type {
  EngineSettings,
  Inspection,
  InspectionResult,
  LiveEngine,
  Progress,
  StepOutcome,
  StepRun,
} from '../engine.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { ffmpegAudio, ffmpegAudiobook, ffmpegEditAudio, ffmpegSubtitles, ffmpegVideo } from './abilities.ts'
import { createAudiobookFile } from './audiobook/create-audiobook.ts'
import { prepareEdited } from './edit/prepare-edited.ts'
import { prepareAudio } from './encoding/prepare-audio.ts'
import { prepareVideo } from './encoding/prepare-video.ts'
import { damagedFile, refuseUnreadable, tooLong, undecodableSamples } from './encoding/refusals.ts'
import type { Attempt, MediaPreparation, Task } from './encoding/task.ts'
import { workOf } from './encoding/task.ts'
import { targetSize } from './encoding/video-size.ts'
import { checkLength, hasCoarsePackets } from './length/check-length.ts'
import { isImplausibleFrameRate, resolveFrameRate } from './length/frame-rate.ts'
import { declaredLength, endsEarly, isMuchShorter, playedStreams } from './length/length.ts'
import { isBitrateReliable, measureAudioBytes } from './length/measure-audio-bytes.ts'
import { measureStreams } from './length/measure-streams.ts'
import { makePreview } from './preview.ts'
import { findCodecSupport } from './probe/codec-support.ts'
import { inputArgs } from './probe/demuxers.ts'
import { describeMedia } from './probe/describe-media.ts'
import type { MediaProbe } from './probe/media-probe.ts'
import { probeMedia, probeSource, readProbe } from './probe/probe.ts'
import type { FfmpegContext, MediaSource } from './run/media-process.ts'
import { runMedia } from './run/media-process.ts'
import { errorsOf, readOutputReport, reportArgs } from './run/output-report.ts'
import { createProgressReader, type FfmpegProgress, percentOf, progressArgs } from './run/progress.ts'
import { resultName, withMediaWorkFolder } from './run/work-folder.ts'
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
      handle(ffmpegAudiobook, run => createAudiobookFile(context, run)),
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
    const unread: MediaSource = { path: inputPath, format, workFolder, signal }
    const probe = await probeSource(context, unread)
    const source = { ...unread, packets: probe.packets }
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

/** Converts one media file: probes it, prepares the ffmpeg arguments, runs ffmpeg and verifies the result. */
function convertMedia<Options>(
  context: FfmpegContext,
  run: StepRun<Options>,
  prepare: (preparation: MediaPreparation<Options>) => Promise<Task>,
): Promise<StepOutcome> {
  return withMediaWorkFolder(run.outputPath, async workFolder => {
    const { step, signal, onProgress } = run
    const unread: MediaSource = { path: run.inputPath, format: step.from, workFolder, signal }
    const probe = await probeSource(context, unread)
    const source = { ...unread, packets: probe.packets }
    const task = await prepare({ context, source, step, probe, onProgress })
    const notes = task.notes === undefined ? {} : { notes: task.notes }
    if (task.isUnchanged === true)
      return {
        ...(await copyUnchanged(run, task, workFolder)),
        ...notes,
        warnings: inputWarnings(task, probe),
      }
    // A strict run is refused for this warning before the work.
    const known = inputWarnings(task, probe)
    if (run.isStrict && known.length > 0) return { warnings: known }
    const outcome = await runTask(context, source, task, run).catch(error => {
      throw undecodableSamples(probe, step.from, error) ?? error
    })
    const { attempt, after } = outcome
    await rename(join(workFolder, resultName), run.outputPath)
    run.onProgress({ percent: 100, stage: 'finish' })
    const warnings =
      known.length > 0
        ? inputWarnings(task, probe, readSeconds(outcome, task))
        : resultWarnings(outcome, task, hasCoarsePackets(step.from))
    return {
      media: { before: task.before, after, video: attempt.video, audio: attempt.audio },
      ...notes,
      ...(warnings.length > 0 && { warnings }),
    }
  })
}

/** Copies by way of the work folder, so that a large file appears at its destination in one rename. */
async function copyUnchanged(run: StepRun, { before }: Task, workFolder: string): Promise<StepOutcome> {
  await copyFile(run.inputPath, join(workFolder, resultName))
  if (run.signal.aborted) throw new AppError('cancelled')
  await rename(join(workFolder, resultName), run.outputPath)
  run.onProgress({ percent: 100, stage: 'finish' })
  return { media: { before, after: before, video: null, audio: 'copied' } }
}

interface Outcome {
  readonly attempt: Attempt
  readonly progress: FfmpegProgress
  readonly after: MediaDetails
  readonly lacksAudio: boolean
  readonly hasDecodingErrors: boolean
}

/** Streams that cannot be copied into another container can often still be decoded, so encode everything then. */
async function runTask(
  context: FfmpegContext,
  source: MediaSource,
  task: Task,
  run: StepRun,
): Promise<Outcome> {
  const runAndDescribe = async (attempt: Attempt): Promise<Outcome> => {
    const ran = await runAttempt(context, source, task, attempt, run.onProgress)
    run.onProgress({ percent: 95, stage: 'finish' })
    const written = { ...source, format: run.step.to, path: join(source.workFolder, resultName) }
    // A result without content may not even have a header.
    const result = await unlessFileError(() => probeResult(context, written, attempt, ran))
    const described = result && describeResult(result, run.step.to, attempt, ran.progress)
    if (described === null) throw damagedFile(source.format)
    return {
      attempt,
      progress: ran.progress,
      hasDecodingErrors: decodingError.test(errorsOf(ran.stderr)),
      ...described,
    }
  }
  const copied = task.first.hasCopies ? await unlessFileError(() => runAndDescribe(task.first)) : null
  if (copied !== null && !copied.lacksAudio) return copied
  return runAndDescribe(task.first.hasCopies ? task.fallback : task.first)
}

/** Null if the work fails because of the file. */
async function unlessFileError<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work()
  } catch (error) {
    const isFileError =
      error instanceof AppError && (error.code === 'file-damaged' || error.code === 'unsupported-variant')
    if (isFileError) return null
    throw error
  }
}

/** A copied stream may be unreadable in its new container; what was encoded is as ffmpeg reports it. */
async function probeResult(
  context: FfmpegContext,
  written: MediaSource,
  { hasCopies }: Attempt,
  { progress, stderr }: AttemptReport,
): Promise<MediaProbe> {
  const report = hasCopies ? undefined : readOutputReport(stderr, progress)
  return report === undefined
    ? probeMedia(context, written)
    : readProbe(report, (await stat(written.path)).size)
}

/** Null when nothing that was requested is in the result, or when its video cannot be decoded. */
function describeResult(
  result: MediaProbe,
  format: FormatId,
  attempt: Attempt,
  progress: FfmpegProgress,
): Pick<Outcome, 'after' | 'lacksAudio'> | null {
  const lacksVideo = attempt.video !== null && (result.video?.pixelFormat ?? null) === null
  const lacksAudio = attempt.audio !== null && result.audio.length === 0
  const lengthSeconds = declaredLength(result, format, playedStreams(result)) ?? progress.seconds
  const isEmpty = attempt.video === null && lengthSeconds === 0
  if (lacksVideo || isEmpty || (lacksAudio && attempt.video === null)) return null
  return { after: describeMedia(result, { lengthSeconds }), lacksAudio }
}

function inputWarnings(
  { missedSeconds, before }: Task,
  { declaredBytes, sizeBytes }: MediaProbe,
  seconds = before.durationSeconds ?? 0,
): readonly string[] {
  if (missedSeconds !== undefined) return [endsEarly(seconds, missedSeconds)]
  if (typeof declaredBytes !== 'number') return []
  return [endsEarly(seconds, (seconds * declaredBytes) / sizeBytes)]
}

/** Of the source: the result is the better measure, unless it is only a part by request. */
function readSeconds({ progress, after }: Outcome, { before, lengthSeconds }: Task): number {
  const sourceSeconds = before.durationSeconds ?? lengthSeconds
  const isWhole = Math.abs(lengthSeconds - sourceSeconds) < 0.01
  return isWhole ? Math.max(progress.seconds, after.durationSeconds ?? 0) : sourceSeconds
}

const lostFrames = 'Parts of the video could not be read.'
const lostAudio = 'The audio track could not be read.'
const decodingErrors = 'Parts of the file are damaged; they may be missing or distorted.'

/** ffmpeg skips over data it cannot read and still exits with 0. */
function resultWarnings(outcome: Outcome, task: Task, isLengthEstimated: boolean): readonly string[] {
  const { attempt, progress, after, lacksAudio, hasDecodingErrors } = outcome
  const lacksFrames = attempt.video === 'encoded' && task.frames !== null && progress.frames < task.frames / 2
  const seconds = Math.max(progress.seconds, after.durationSeconds ?? 0)
  // Cover art is counted as a frame, too.
  const frames = attempt.video === null ? 0 : progress.frames
  const isCutOff = !isLengthEstimated && isMuchShorter({ seconds, frames }, task.lengthSeconds)
  const warnings = [
    ...(isCutOff ? [endsEarly(seconds, task.lengthSeconds)] : []),
    ...(lacksFrames && !isCutOff ? [lostFrames] : []),
    ...(lacksAudio ? [lostAudio] : []),
  ]
  return warnings.length === 0 && hasDecodingErrors ? [decodingErrors] : warnings
}

/** Messages of decoders, and of demuxers that skip to where they can continue. */
const decodingError = new RegExp(
  [
    ...['Error while decoding stream', 'error while decoding MB', 'Error at MB', 'concealing \\d+ DC'],
    ...['ac-tex damaged', 'Invalid NAL unit size', 'Error splitting the input into NAL units'],
    ...['CRC mismatch!', 'Packet mismatch', 'packet_obj_size \\d+ invalid', 'partial file'],
    ...['EBML number', 'exceeds containing master element'],
  ].join('|'),
)

interface AttemptReport {
  readonly progress: FfmpegProgress
  readonly stderr: string
}

/** Runs ffmpeg once to write the result and reports progress. */
async function runAttempt(
  context: FfmpegContext,
  source: MediaSource,
  task: Task,
  attempt: Attempt,
  onProgress: (progress: Progress) => void,
): Promise<AttemptReport> {
  const limits = context.settings.media
  const overrun = new AbortController()
  const stage = stageOf(attempt)
  const reader = createProgressReader(progress => {
    // The duration limit also applies when the file declares less than it plays.
    if (progress.seconds > limits.maxDurationSeconds) overrun.abort()
    onProgress({ percent: percentOf(progress, task.lengthSeconds, task.startPercent), stage })
  })
  const signal = AbortSignal.any([source.signal, overrun.signal])
  try {
    const { stderr } = await runMedia(
      context,
      { ...source, signal },
      {
        program: 'ffmpeg',
        args: ({ input, outFolder }) => [
          ...['-nostdin', '-hide_banner', ...reportArgs, '-y', ...progressArgs],
          // Do not give up however many frames are damaged: the rest is converted.
          ...['-max_error_rate', '1'],
          // Some containers store no presentation timestamps, which copies need.
          ...[...inputArgs(source.format), '-fflags', '+genpts', '-i', input],
          ...(task.moreInputs ?? []),
          ...task.unwantedTags.flatMap(name => ['-metadata', `${name}=`, '-metadata:s', `${name}=`]),
          ...attempt.args,
          // Audio may start minutes after the video; memory has its own limit.
          ...['-max_muxing_queue_size', '20000', join(outFolder, resultName)],
        ],
        onLine: reader.readLine,
      },
    )
    return { progress: reader.progress, stderr }
  } catch (error) {
    throw overrun.signal.aborted && !source.signal.aborted ? tooLong(limits) : error
  }
}

function stageOf({ video, audio }: Attempt): string {
  const works = [video, audio].filter(work => work !== null)
  return workOf(works.map(work => ({ work }))) === 'copied' ? 'copy' : 'encode'
}
