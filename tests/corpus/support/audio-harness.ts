/** Harness for audio editing tests: generated audio files and the edit itself. */
import type { FormatId } from '@filesmith/contract/formats'
import { openMediaHarness } from './media-harness.ts'

export const rateHz = 44_100

/** Rising pitch, so that no two moments are alike. */
export const sweep = (seconds: number, rate = rateHz) =>
  `aevalsrc=0.5*sin(2*PI*(200*t+300*t*t)):s=${rate}:d=${seconds}`

export function openAudioHarness() {
  const harness = openMediaHarness()
  return {
    harness,
    audio: (name: string, source: string, ...codecs: readonly string[]) =>
      harness.clips.make(name, '-f', 'lavfi', '-i', source, ...codecs),
    edit: (inputPath: string, from: FormatId, to: FormatId, settings: Record<string, unknown>) =>
      harness.converter.editAudio({ inputPath, from, to, settings }),
  }
}
