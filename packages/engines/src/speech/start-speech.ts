/** Starts the speech engine: warm, sandboxed helpers with Whisper models, or a client for a remote server. */

import { rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import type { TranscriptSegment } from '@filesmith/contract/schemas/transcript'
import { type Transcript, transcriptParts } from '@filesmith/contract/schemas/transcript'
import { makeCaptions } from '@filesmith/contract/subtitles/make-captions'
import { writeSrt, writeVtt } from '@filesmith/contract/subtitles/write-subtitles'
import { handle, runStepsWith } from '../ability.ts'
import type { EngineSettings, LiveEngine, SpeechSettings, StepOutcome, StepPart, StepRun } from '../engine.ts'
import { findCodecSupport } from '../ffmpeg/probe/codec-support.ts'
import type { FfmpegContext, MediaSource } from '../ffmpeg/run/media-process.ts'
import { withMediaWorkFolder } from '../ffmpeg/run/work-folder.ts'
import { startHelper } from '../process/helper-process.ts'
import { prepareNodeHelper } from '../process/node-helper.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { createWarmPool } from '../process/warm-pool.ts'
import { startTimedProgress } from '../timed-progress.ts'
import { transcribe } from './abilities.ts'
import { extractAudio } from './extract-audio.ts'
import { locateModel } from './model-location.ts'
import { createServerTranscriber } from './server/server-transcriber.ts'
import type { Transcriber } from './transcriber.ts'
import { toTranscriptSegment } from './transcript/timestamp-words.ts'
import { createWhisperTranscriber, type Models } from './whisper-transcriber.ts'

/** Address space beyond the memory limit; most of it is never touched. */
const reservedBytes = 2 * 1024 ** 3
/** High, because each window is a job and a model should not be reloaded in the middle of a video. */
const recycleAfterJobs = 5000
/** Lower CPU priority: users wait for image conversions, but not for a long transcription. */
const niceness = 5

export async function startSpeech(settings: EngineSettings, sandbox: Sandbox): Promise<LiveEngine> {
  const context: FfmpegContext = { sandbox, settings, codecs: await findCodecSupport(sandbox) }
  const { speech } = settings
  const { server } = speech
  const backend = server === null ? { models: await locateModels(speech, sandbox) } : { server }
  const program = prepareNodeHelper(sandbox, {
    program: 'speech/program.ts',
    packages: ['onnxruntime-node'],
    memoryBytes: speech.maxMemoryBytes + reservedBytes,
    mounts: 'models' in backend ? [backend.models.english.mount, backend.models.other.mount] : [],
    niceness,
  })
  const pool = createWarmPool({
    size: speech.processes,
    recycleAfterJobs,
    maxIdleMs: settings.helperIdleMs,
    onEnd: settings.onHelperEnd,
    start: () => startHelper(program),
  })
  const transcriber =
    'models' in backend
      ? createWhisperTranscriber(pool, backend.models, settings)
      : createServerTranscriber(pool, context, backend.server)
  return {
    runStep: runStepsWith(handle(transcribe, run => transcribeVideo(context, transcriber, run))),
    close: () => pool.close(),
  }
}

async function locateModels(speech: SpeechSettings, sandbox: Sandbox): Promise<Models> {
  const { modelsDir } = speech
  return {
    english: await locateModel(sandbox, speech.englishModel, modelsDir),
    other: await locateModel(sandbox, speech.otherModel, modelsDir),
  }
}

/** Extraction is quick compared to transcription. */
const extractedPercent = 5
const transcribedPercent = 97
/** Speech that is expected to be transcribed between two reports. */
const reportedSeconds = 10
const typicalReportMs = 8000

interface TranscriptOptions {
  readonly language: string
  readonly includeTimestamps: boolean
}

/** Transcribes a video and writes the text, the transcript with word timestamps as JSON, and subtitles. */
function transcribeVideo(
  context: FfmpegContext,
  transcriber: Transcriber,
  run: StepRun<TranscriptOptions>,
): Promise<StepOutcome> {
  const timeLimit = AbortSignal.timeout(context.settings.speech.timeoutMs)
  const signal = AbortSignal.any([run.signal, timeLimit])
  return withMediaWorkFolder(run.outputPath, async workFolder => {
    const { step, onProgress } = run
    const source: MediaSource = { path: run.inputPath, format: step.from, workFolder, signal }
    const audio = await extractAudio(context, source, percent =>
      onProgress({ percent: (extractedPercent * percent) / 100, stage: 'extract' }),
    )
    const percentAt = (seconds: number) =>
      extractedPercent +
      (transcribedPercent - extractedPercent) * Math.min(1, seconds / Math.max(1, audio.seconds))
    const progress = startTimedProgress(onProgress, typicalReportMs)
    const onTranscribed = (seconds: number) =>
      progress.report(
        { percent: percentAt(seconds), stage: 'transcribe' },
        percentAt(seconds + reportedSeconds),
      )
    // Voice activity and language are detected first, without a report.
    onTranscribed(0)
    const { language, segments } = await transcriber
      .transcribe({ audio, language: step.options.language, workFolder, signal, onTranscribed })
      .finally(progress.stop)
    const transcript: Transcript = {
      language,
      durationSeconds: Math.round(audio.seconds * 100) / 100,
      segments: segments.map(toTranscriptSegment),
    }
    const outcome = await writeResults(transcript, run, workFolder)
    onProgress({ percent: 100, stage: 'finish' })
    return { ...outcome, ...(audio.warnings.length > 0 && { warnings: audio.warnings }) }
  }).catch(error => {
    throw timeLimit.aborted && !run.signal.aborted
      ? new AppError('took-too-long', {}, { cause: error })
      : error
  })
}

async function writeResults(
  transcript: Transcript,
  run: StepRun<TranscriptOptions>,
  workFolder: string,
): Promise<StepOutcome> {
  const captions = makeCaptions(transcript.segments.map(({ words }) => words))
  const folder = dirname(run.outputPath)
  const part = (name: string, format: StepPart['format'], text: string) => ({ name, format, text })
  const parts = [
    part(transcriptParts.segments, 'json', JSON.stringify(transcript)),
    part(transcriptParts.srt, 'srt', writeSrt(captions)),
    part(transcriptParts.vtt, 'vtt', writeVtt(captions)),
  ]
  const textPath = join(workFolder, 'text')
  await writeFile(textPath, writeTranscriptText(transcript, run.step.options.includeTimestamps))
  for (const { name, text } of parts) await writeFile(join(workFolder, name), text)
  // All files are complete; the renames publish them together.
  for (const { name } of parts) await rename(join(workFolder, name), join(folder, name))
  await rename(textPath, run.outputPath)
  return { parts: parts.map(({ name, format }) => ({ name, format, path: join(folder, name) })) }
}

/** A longer pause starts a new paragraph. */
const paragraphPauseSeconds = 2
/** Beyond this length, a paragraph ends at the next end of a sentence. */
const longParagraphCharacters = 900
const sentenceEnd = /[.!?。！？…]["'”’»)\]]*$/u
/** Characters without spaces around them; a transcript may switch between languages. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]/u

/** Writes a transcript as plain text: one timestamped line per segment, or paragraphs. */
export function writeTranscriptText(transcript: Transcript, hasTimestamps: boolean): string {
  const lines = hasTimestamps
    ? transcript.segments.map(({ startSeconds, text }) => `[${clockTime(startSeconds)}] ${text}`)
    : paragraphs(transcript)
  return lines.map(line => `${line}\n`).join(hasTimestamps ? '' : '\n')
}

function paragraphs({ segments }: Transcript): string[] {
  const texts: string[] = []
  let last: TranscriptSegment | undefined
  for (const segment of segments) {
    const current = texts.at(-1)
    if (current === undefined || last === undefined || isNewParagraph(current, last, segment))
      texts.push(segment.text)
    else texts[texts.length - 1] = `${current}${spaceBetween(current, segment.text)}${segment.text}`
    last = segment
  }
  return texts
}

function spaceBetween(before: string, after: string): string {
  return unspaced.test(before.slice(-1)) || unspaced.test(after.slice(0, 1)) ? '' : ' '
}

function isNewParagraph(text: string, last: TranscriptSegment, next: TranscriptSegment): boolean {
  const pauseSeconds = next.startSeconds - last.endSeconds
  return (
    pauseSeconds > paragraphPauseSeconds || (text.length > longParagraphCharacters && sentenceEnd.test(text))
  )
}

function clockTime(seconds: number): string {
  const whole = Math.floor(seconds)
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
    .map(part => String(part).padStart(2, '0'))
    .join(':')
}
