/** Transcribes a video and writes the text, the transcript with word timestamps as JSON, and subtitles. */
import { rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import { type Transcript, transcriptParts } from '@filesmith/contract/schemas/transcript'
import { makeCaptions } from '@filesmith/contract/subtitles/make-captions'
import { writeSrt, writeVtt } from '@filesmith/contract/subtitles/write-subtitles'
import type { StepOutcome, StepPart, StepRun } from '../engine.ts'
import type { FfmpegContext, MediaSource } from '../ffmpeg/run/media-process.ts'
import { withMediaWorkFolder } from '../ffmpeg/run/work-folder.ts'
import { extractAudio } from './extract-audio.ts'
import type { Transcriber } from './transcriber.ts'
import { toTranscriptSegment } from './transcript/timestamp-words.ts'
import { writeTranscriptText } from './transcript/write-transcript-text.ts'

/** Extraction is quick compared to transcription. */
const extractedPercent = 5
const transcribedPercent = 97

interface TranscriptOptions {
  readonly language: string
  readonly includeTimestamps: boolean
}

export function transcribeVideo(
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
    const { language, segments } = await transcriber.transcribe({
      audio,
      language: step.options.language,
      workFolder,
      signal,
      onTranscribed: seconds =>
        onProgress({
          percent: extractedPercent + ((transcribedPercent - extractedPercent) * seconds) / audio.seconds,
          stage: 'transcribe',
        }),
    })
    const transcript: Transcript = {
      language,
      durationSeconds: Math.round(audio.seconds * 100) / 100,
      segments: segments.map(toTranscriptSegment),
    }
    const outcome = await writeResults(transcript, run, workFolder)
    onProgress({ percent: 100, stage: 'finish' })
    return outcome
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
