/** ffmpeg arguments for one audio track of the result. */
import type { AudioTrackWork } from './audio-track-work.ts'

/** `position` counts the audio tracks of the result. */
export function audioTrackArgs(track: AudioTrackWork, position: number): readonly string[] {
  const of = `a:${position}`
  if (track.work === 'copied') return [`-c:${of}`, 'copy']
  const { encoder, kilobits, vbrQuality, sampleRateHz, sampleFormat, cutoffHz, layout, fillsGaps } = track
  const filters = [
    ...(fillsGaps ? ['aresample=async=1:first_pts=0'] : []),
    ...(layout === undefined ? [] : [`aformat=channel_layouts=${layout}`]),
  ]
  return [
    ...[`-c:${of}`, encoder],
    ...(vbrQuality !== undefined
      ? [`-q:${of}`, String(vbrQuality)]
      : kilobits !== undefined
        ? [`-b:${of}`, `${kilobits}k`]
        : []),
    ...(sampleRateHz === undefined ? [] : [`-ar:${of}`, String(sampleRateHz)]),
    ...(sampleFormat === undefined ? [] : [`-sample_fmt:${of}`, sampleFormat]),
    ...(filters.length === 0 ? [] : [`-filter:${of}`, filters.join(',')]),
    ...(cutoffHz === undefined ? [] : [`-cutoff:${of}`, String(cutoffHz)]),
  ]
}
