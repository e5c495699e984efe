/** Subtitles as files: SRT for players and editors, WebVTT for browsers. */
import type { Cue } from './make-cues.ts'

export function writeSrt(cues: readonly Cue[]): string {
  return cues.map((cue, index) => `${index + 1}\n${times(cue, ',')}\n${cue.rows.join('\n')}\n`).join('\n')
}

export function writeVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(cue => `${times(cue, '.')}\n${cue.rows.map(escapeVtt).join('\n')}\n`)
  return ['WEBVTT\n', ...blocks].join('\n')
}

function times({ startSeconds, endSeconds }: Cue, point: string): string {
  return `${timeOf(startSeconds, point)} --> ${timeOf(endSeconds, point)}`
}

function timeOf(seconds: number, point: string): string {
  const milliseconds = Math.max(0, Math.round(seconds * 1000))
  const whole = Math.floor(milliseconds / 1000)
  const clock = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const digits = clock.map(part => String(part).padStart(2, '0')).join(':')
  return `${digits}${point}${String(milliseconds % 1000).padStart(3, '0')}`
}

/** Otherwise a browser would take what stands in brackets for a mark of its own. */
function escapeVtt(row: string): string {
  return row.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
