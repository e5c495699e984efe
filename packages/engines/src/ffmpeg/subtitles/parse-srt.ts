/** Parses SRT subtitles leniently and reports errors with their line number. */
import { AppError } from '@filesmith/contract/errors'
import { elementAt } from '../../element-at.ts'

export interface SubtitleCue {
  readonly startSeconds: number
  readonly endSeconds: number
  readonly lines: readonly string[]
}

const maxCues = 20_000
const maxSeconds = 100 * 3600
/** Hours are optional, a period may replace the comma, and coordinates after the times are ignored. */
const timeLine =
  /^\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[,.](\d{1,3})\s*-->\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[,.](\d{1,3})(?:\s.*)?$/
const markup = /<\/?(?:i|b|u|s|em|strong|font|c|v|span)(?:[\s.][^<>]*)?>/gi
/** ASS override codes such as `{\an8}`. */
const orders = /\{\\[^{}]*\}/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: removes invisible characters that programs may act on.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f\u2028\u2029\ufeff]/g

export function parseSrt(text: string): readonly SubtitleCue[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const cues: SubtitleCue[] = []
  for (let at = 0; at < lines.length; ) {
    const line = elementAt(lines, at)
    if (isBlank(line) || (at === 0 && isHeader(line))) {
      at += 1
      continue
    }
    // The cue number is optional and often wrong.
    const timesAt = /^\s*\d+\s*$/.test(line) ? at + 1 : at
    const times = lines[timesAt]?.match(timeLine)
    if (!times) throw invalid(timesAt, 'expected times like 00:00:01,000 --> 00:00:04,000.')
    const [startSeconds, endSeconds] = [toSeconds(times.slice(1, 5)), toSeconds(times.slice(5, 9))]
    if (endSeconds <= startSeconds) throw invalid(timesAt, 'it ends before it starts.')
    if (endSeconds > maxSeconds) throw invalid(timesAt, 'the time is too large.')
    const until = endOfCue(lines, timesAt + 1)
    const visible = lines
      .slice(timesAt + 1, until)
      .map(clean)
      .filter(line => line !== '')
    if (visible.length > 0) cues.push({ startSeconds, endSeconds, lines: visible })
    if (cues.length > maxCues) throw invalid(timesAt, `there are more than ${maxCues} subtitles.`)
    at = until
  }
  if (cues.length === 0) throw new AppError('subtitles-invalid', { reason: 'they contain no text.' })
  return cues.toSorted((a, b) => a.startSeconds - b.startSeconds)
}

/** Text may contain empty lines, so a cue ends where the next times appear, with or without a number above them. */
function endOfCue(lines: readonly string[], from: number): number {
  for (let at = from; at < lines.length; at += 1) {
    if (timeLine.test(elementAt(lines, at))) {
      const hasNumber = at > from && /^\s*\d+\s*$/.test(elementAt(lines, at - 1))
      return hasNumber ? at - 1 : at
    }
  }
  return lines.length
}

function clean(line: string): string {
  return line.replace(orders, '').replace(markup, '').replace(controls, '').trim()
}

function isBlank(line: string): boolean {
  return line.replace('\ufeff', '').trim() === ''
}

function isHeader(line: string): boolean {
  return /^\ufeff?WEBVTT/.test(line)
}

function toSeconds([hours = '0', minutes = '0', seconds = '0', fraction = '0']: readonly string[]): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`)
}

function invalid(lineIndex: number, reason: string): AppError {
  return new AppError('subtitles-invalid', { reason: `line ${lineIndex + 1}: ${reason}` })
}
