/** Arguments for one track of sound in the result. */
import type { AudioTrackWork } from './audio-track-work.ts'

/** `position` counts the sound tracks of the result. */
export function audioTrackArgs(sound: AudioTrackWork, position: number): readonly string[] {
  const of = `a:${position}`
  if (sound.work === 'copied') return [`-c:${of}`, 'copy']
  const { encoder, kilobits, sampleRateHz, sampleFormat, cutoffHz, layout, fillsGaps } = sound
  const filters = [
    ...(fillsGaps ? ['aresample=async=1:first_pts=0'] : []),
    ...(layout === undefined ? [] : [`aformat=channel_layouts=${layout}`]),
  ]
  return [
    ...[`-c:${of}`, encoder],
    ...(kilobits === undefined ? [] : [`-b:${of}`, `${kilobits}k`]),
    ...(sampleRateHz === undefined ? [] : [`-ar:${of}`, String(sampleRateHz)]),
    ...(sampleFormat === undefined ? [] : [`-sample_fmt:${of}`, sampleFormat]),
    ...(filters.length === 0 ? [] : [`-filter:${of}`, filters.join(',')]),
    ...(cutoffHz === undefined ? [] : [`-cutoff:${of}`, String(cutoffHz)]),
  ]
}
