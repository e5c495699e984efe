/** Transcribes with local Whisper models: voice activity detection, language detection, then decoding per window. */
import type { EngineSettings } from '../engine.ts'
import type { WarmPool } from '../process/warm-pool.ts'
import type { AudioSamples } from './extract-audio.ts'
import { createHelperCalls, type HelperCalls } from './helper-calls.ts'
import type { ModelLocation } from './model-location.ts'
import { type Transcriber, unknownLanguage } from './transcriber.ts'
import { joinWindows } from './transcript/join-windows.ts'
import { type TimestampedSegment, timestampSegments } from './transcript/timestamp-words.ts'
import { detectSpeech } from './vad/detect-speech.ts'
import { toFrame } from './vad/frame-levels.ts'
import { type AudioRange, type SpeechWindow, splitIntoWindows } from './vad/speech-windows.ts'

export interface Models {
  readonly english: ModelLocation
  readonly other: ModelLocation
}

const autoDetect = 'auto'

export function createWhisperTranscriber(
  pool: WarmPool,
  models: Models,
  settings: EngineSettings,
): Transcriber {
  return {
    async transcribe({ audio, language: requested, workFolder, signal, onTranscribed }) {
      const helper = createHelperCalls(pool, settings, workFolder, signal)
      const levels = await helper.measure(audio)
      const activity = detectSpeech(levels)
      const windows = splitIntoWindows(levels, activity)
      const language =
        requested === autoDetect
          ? await detectLanguage(helper, audio, windows, models.other.folder)
          : requested
      const modelFolder = (language === 'en' ? models.english : models.other).folder
      let segments: readonly TimestampedSegment[] = []
      let doneSeconds = 0
      for (const window of windows) {
        const [start, end] = [window.ranges[0]?.startSeconds ?? 0, window.ranges.at(-1)?.endSeconds ?? 0]
        // Overlapping windows must not move progress backwards.
        const reportProgress = (seconds: number) => {
          doneSeconds = Math.max(doneSeconds, seconds)
          onTranscribed(doneSeconds)
        }
        const reply = await helper.transcribe(audio, window.ranges, {
          modelFolder,
          language,
          activity: activityIn(window.ranges, activity.isActive),
          onPercent: percent => reportProgress(start + ((end - start) * percent) / 100),
        })
        const timestamped = timestampSegments(reply.segments, window.ranges)
        segments =
          window.overlapSeconds > 0
            ? joinWindows(segments, timestamped, start, start + window.overlapSeconds)
            : [...segments, ...timestamped]
        reportProgress(end)
      }
      return { language, segments: segments.filter(({ words }) => words.length > 0) }
    },
  }
}

function activityIn(ranges: readonly AudioRange[], isActive: Uint8Array): string {
  return ranges
    .map(({ startSeconds, endSeconds }) =>
      isActive.subarray(toFrame(startSeconds), toFrame(endSeconds)).join(''),
    )
    .join('')
}

const maxDetectionWindows = 3
const minProbability = 0.8

/** Averages windows from the whole video, so that a foreign word or a jingle at the start does not decide. */
async function detectLanguage(
  helper: HelperCalls,
  audio: AudioSamples,
  windows: readonly SpeechWindow[],
  modelFolder: string,
): Promise<string> {
  const requested = Math.min(maxDetectionWindows, windows.length)
  const sums = new Map<string, number>()
  let best: [string, number] = [unknownLanguage, 0]
  for (let index = 0; index < requested; index += 1) {
    const window = windows[Math.floor(((index + 0.5) * windows.length) / requested)]
    for (const [code, probability] of await helper.detect(audio, window?.ranges ?? [], modelFolder))
      sums.set(code, (sums.get(code) ?? 0) + probability)
    best = [...sums].reduce((most, one) => (one[1] > most[1] ? one : most), best)
    if (index > 0 && best[1] / (index + 1) > minProbability) break
  }
  return best[0]
}
