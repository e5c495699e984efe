/** The bench for editing recordings: sounds made for it, and the edit itself. */
import type { FormatId } from '@filesmith/contract/formats'
import { openMediaStage } from './media-stage.ts'

export const rateHz = 44_100

/** Rises in pitch, so that no moment is like another. */
export const sweep = (seconds: number, rate = rateHz) =>
  `aevalsrc=0.5*sin(2*PI*(200*t+300*t*t)):s=${rate}:d=${seconds}`

export function openAudioStage() {
  const stage = openMediaStage()
  return {
    stage,
    sound: (name: string, source: string, ...codecs: readonly string[]) =>
      stage.clips.make(name, '-f', 'lavfi', '-i', source, ...codecs),
    edit: (inputPath: string, from: FormatId, to: FormatId, settings: Record<string, unknown>) =>
      stage.converter.editAudio({ inputPath, from, to, settings }),
  }
}
