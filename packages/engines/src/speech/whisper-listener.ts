/** Listens with Whisper on this machine: finds where somebody speaks, in which language, and what they say. */
import type { EngineSettings } from '../engine.ts'
import type { WarmPool } from '../process/warm-pool.ts'
import { findSpeech } from './activity/find-speech.ts'
import { toFrame } from './activity/levels.ts'
import { type Piece, planWindows, type SpeechWindow } from './activity/plan-windows.ts'
import type { AudioSamples } from './extract-audio.ts'
import { createHelperCalls, type HelperCalls } from './helper-calls.ts'
import { type Listener, unknownLanguage } from './listener.ts'
import type { ModelLocation } from './model-location.ts'
import { joinWindows } from './transcript/join-windows.ts'
import { type PlacedSegment, placeSegments } from './transcript/place-words.ts'

export interface Models {
  readonly english: ModelLocation
  readonly other: ModelLocation
}

const detectedLanguage = 'auto'

export function createWhisperListener(pool: WarmPool, models: Models, settings: EngineSettings): Listener {
  return {
    async listen({ sound, language: asked, workFolder, signal, onHeard }) {
      const helper = createHelperCalls(pool, settings, workFolder, signal)
      const levels = await helper.measure(sound)
      const activity = findSpeech(levels)
      const windows = planWindows(levels, activity)
      const language =
        asked === detectedLanguage ? await detectLanguage(helper, sound, windows, models.other.folder) : asked
      const modelFolder = (language === 'en' ? models.english : models.other).folder
      let segments: readonly PlacedSegment[] = []
      let heardSeconds = 0
      for (const window of windows) {
        const [start, end] = [window.pieces[0]?.startSeconds ?? 0, window.pieces.at(-1)?.endSeconds ?? 0]
        // What is heard twice does not take the film back.
        const tell = (seconds: number) => {
          heardSeconds = Math.max(heardSeconds, seconds)
          onHeard(heardSeconds)
        }
        const heard = await helper.write(sound, window.pieces, {
          modelFolder,
          language,
          activity: activityIn(window.pieces, activity.isActive),
          onPercent: percent => tell(start + ((end - start) * percent) / 100),
        })
        const placed = placeSegments(heard.segments, window.pieces)
        segments =
          window.overlapSeconds > 0
            ? joinWindows(segments, placed, start, start + window.overlapSeconds)
            : [...segments, ...placed]
        tell(end)
      }
      return { language, segments: segments.filter(({ words }) => words.length > 0) }
    },
  }
}

function activityIn(pieces: readonly Piece[], isActive: Uint8Array): string {
  return pieces
    .map(({ startSeconds, endSeconds }) =>
      isActive.subarray(toFrame(startSeconds), toFrame(endSeconds)).join(''),
    )
    .join('')
}

const windowsToAsk = 3
const sureProbability = 0.8

/** A few windows from all over the film: a foreign word or a jingle at the beginning decides nothing. */
async function detectLanguage(
  helper: HelperCalls,
  sound: AudioSamples,
  windows: readonly SpeechWindow[],
  modelFolder: string,
): Promise<string> {
  const asked = Math.min(windowsToAsk, windows.length)
  const sums = new Map<string, number>()
  let best: [string, number] = [unknownLanguage, 0]
  for (let index = 0; index < asked; index += 1) {
    const window = windows[Math.floor(((index + 0.5) * windows.length) / asked)]
    for (const [code, probability] of await helper.detect(sound, window?.pieces ?? [], modelFolder))
      sums.set(code, (sums.get(code) ?? 0) + probability)
    best = [...sums].reduce((most, one) => (one[1] > most[1] ? one : most), best)
    if (index > 0 && best[1] / (index + 1) > sureProbability) break
  }
  return best[0]
}
