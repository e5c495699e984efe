/** Transcribes with local Whisper models: voice activity detection, language detection, then decoding per window. */
import type { EngineSettings } from '../engine.ts'
import type { WarmPool } from '../process/warm-pool.ts'
import type { AudioSamples } from './extract-audio.ts'
import { createHelperCalls, type HelperCalls } from './helper-calls.ts'
import type { ModelLocation } from './model-location.ts'
import { type Transcriber, unknownLanguage } from './transcriber.ts'
import type { TimestampedWord } from './transcript/timestamp-words.ts'
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

interface Word extends TimestampedWord {
  /** Index of its segment, which preserves sentence boundaries. */
  readonly segment: number
}

/** Accuracy of word timestamps. */
const slackSeconds = 1.5

/** The windows overlap from `overlapStart` to `overlapEnd`. */
export function joinWindows(
  before: readonly TimestampedSegment[],
  after: readonly TimestampedSegment[],
  overlapStart: number,
  overlapEnd: number,
): readonly TimestampedSegment[] {
  const first = wordsOf(before, 0)
  const second = wordsOf(after, before.length)
  const tailFrom = first.findIndex(word => middle(word) > overlapStart - slackSeconds)
  const tail = tailFrom < 0 ? [] : first.slice(tailFrom)
  const headUntil = second.findIndex(word => middle(word) > overlapEnd + slackSeconds)
  const head = headUntil < 0 ? second : second.slice(0, headUntil)
  const kept = first.slice(0, first.length - tail.length)
  const rest = second.slice(head.length)

  const seam = bestSeam(tail, head, (overlapStart + overlapEnd) / 2)
  const [fromFirst, fromSecond] =
    seam === undefined
      ? byTime(tail, head, (overlapStart + overlapEnd) / 2)
      : [tail.slice(0, seam.first), head.slice(seam.second)]
  return toSegments(inOrder([...kept, ...fromFirst, ...fromSecond, ...rest]))
}

interface Seam {
  readonly first: number
  readonly second: number
}

/** The middle of the longest run of matching words. */
function bestSeam(tail: readonly Word[], head: readonly Word[], middleSeconds: number): Seam | undefined {
  let best: (Seam & { readonly run: number; readonly distance: number }) | undefined
  for (let a = 0; a < tail.length; a += 1) {
    for (let b = 0; b < head.length; b += 1) {
      let run = 0
      while (isSameWord(tail[a + run], head[b + run])) run += 1
      if (run === 0) continue
      const half = Math.ceil(run / 2)
      const word = tail[a + half - 1] as Word
      const distance = Math.abs(middle(word) - middleSeconds)
      const isApart = Math.abs(middle(word) - middle(head[b + half - 1] as Word)) > 2 * slackSeconds
      const isBetter = best === undefined || run > best.run || (run === best.run && distance < best.distance)
      if (!isApart && isBetter) best = { first: a + half, second: b + half, run, distance }
    }
  }
  return best
}

function byTime(
  tail: readonly Word[],
  head: readonly Word[],
  seconds: number,
): [readonly Word[], readonly Word[]] {
  return [tail.filter(word => middle(word) <= seconds), head.filter(word => middle(word) > seconds)]
}

function isSameWord(a: Word | undefined, b: Word | undefined): boolean {
  return a !== undefined && b !== undefined && plain(a.text) === plain(b.text) && plain(a.text) !== ''
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

function middle({ startSeconds, endSeconds }: TimestampedWord): number {
  return (startSeconds + endSeconds) / 2
}

/** Makes timestamps monotonic: two windows may report slightly different times for the same word. */
function inOrder(words: readonly Word[]): readonly Word[] {
  let earliest = 0
  return words.map(word => {
    const startSeconds = Math.max(earliest, word.startSeconds)
    const endSeconds = Math.max(startSeconds, word.endSeconds)
    earliest = endSeconds
    return { ...word, startSeconds, endSeconds }
  })
}

function wordsOf(segments: readonly TimestampedSegment[], firstSegment: number): Word[] {
  return segments.flatMap(({ words }, index) =>
    words.map(word => ({ ...word, segment: firstSegment + index })),
  )
}

/** Regroups words into segments by their original segment index. */
function toSegments(words: readonly Word[]): readonly TimestampedSegment[] {
  const segments: { segment: number; words: TimestampedWord[] }[] = []
  for (const { segment, ...word } of words) {
    const last = segments.at(-1)
    if (last?.segment === segment) last.words.push(word)
    else segments.push({ segment, words: [word] })
  }
  return segments
}
