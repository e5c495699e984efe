/** Writes captions as SRT and WebVTT. */
import type { Caption } from './make-captions.ts'

export function writeSrt(captions: readonly Caption[]): string {
  return captions
    .map(({ startSeconds, endSeconds, lines }, index) => {
      const times = `${timeCode(startSeconds, ',')} --> ${timeCode(endSeconds, ',')}`
      return `${index + 1}\n${times}\n${lines.join('\n')}\n`
    })
    .join('\n')
}

export function writeVtt(captions: readonly Caption[]): string {
  const cues = captions.map(({ startSeconds, endSeconds, lines }) => {
    const times = `${timeCode(startSeconds, '.')} --> ${timeCode(endSeconds, '.')}`
    return `${times}\n${lines.map(withoutTags).join('\n')}\n`
  })
  return ['WEBVTT\n', ...cues].join('\n')
}

/** Escapes characters that start tags in WebVTT. */
function withoutTags(line: string): string {
  return line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function timeCode(seconds: number, point: ',' | '.'): string {
  const milliseconds = Math.round(seconds * 1000)
  const part = (value: number, digits: number) => String(value).padStart(digits, '0')
  const hours = Math.floor(milliseconds / 3_600_000)
  const minutes = Math.floor(milliseconds / 60_000) % 60
  const whole = Math.floor(milliseconds / 1000) % 60
  return `${part(hours, 2)}:${part(minutes, 2)}:${part(whole, 2)}${point}${part(milliseconds % 1000, 3)}`
}
