/** Writes parsed subtitles as SRT that contains plain text only. */
import type { SubtitleCue } from './parse-srt.ts'

const wordJoiner = '\u2060'

export function writePlainSrt(cues: readonly SubtitleCue[]): string {
  return cues
    .map(({ startSeconds, endSeconds, lines }, index) => {
      const text = lines.map(literal).join('\n')
      return `${index + 1}\n${timeCode(startSeconds)} --> ${timeCode(endSeconds)}\n${text}\n`
    })
    .join('\n')
}

/** ffmpeg's SRT reader interprets backslashes as ASS escapes; word joiners (zero width) prevent that. */
function literal(line: string): string {
  return line.replaceAll('\\', `${wordJoiner}\\${wordJoiner}`)
}

function timeCode(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000)
  const part = (value: number, digits = 2) => String(value).padStart(digits, '0')
  const clock = [
    Math.floor(milliseconds / 3_600_000),
    Math.floor(milliseconds / 60_000) % 60,
    Math.floor(milliseconds / 1000) % 60,
  ]
  return `${clock.map(value => part(value)).join(':')},${part(milliseconds % 1000, 3)}`
}
