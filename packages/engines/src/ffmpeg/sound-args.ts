/** Arguments for one track of sound in the result. */
import type { SoundWork } from './sound-work.ts'

/** `position` counts the sound tracks of the result. */
export function soundArgs(sound: SoundWork, position: number): readonly string[] {
  const of = `a:${position}`
  if (sound.work === 'copied') return [`-c:${of}`, 'copy']
  const { encoder, kilobits, sampleRateHz, sampleFormat, cutoffHz, layout } = sound
  return [
    ...[`-c:${of}`, encoder],
    ...(kilobits === undefined ? [] : [`-b:${of}`, `${kilobits}k`]),
    ...(sampleRateHz === undefined ? [] : [`-ar:${of}`, String(sampleRateHz)]),
    ...(sampleFormat === undefined ? [] : [`-sample_fmt:${of}`, sampleFormat]),
    ...(layout === undefined ? [] : [`-filter:${of}`, `aformat=channel_layouts=${layout}`]),
    ...(cutoffHz === undefined ? [] : [`-cutoff:${of}`, String(cutoffHz)]),
  ]
}
