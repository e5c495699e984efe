/** Formats transcript lines as text: with timestamps, or as paragraphs split at pauses. */
import type { SpokenLine } from './spoken-line.ts'
import { isWide } from './tokens.ts'

const paragraphPauseSeconds = 2

/** '[00:01:05]' */
export function formatTimestamp(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return `[${parts.map(part => String(part).padStart(2, '0')).join(':')}]`
}

export function writeTranscript(lines: readonly SpokenLine[], hasTimestamps: boolean): string {
  if (hasTimestamps) return lines.map(line => `${formatTimestamp(line.startSeconds)} ${line.text}`).join('\n')
  return lines.map((line, index) => `${separatorBetween(lines[index - 1], line)}${line.text}`).join('')
}

function separatorBetween(before: SpokenLine | undefined, line: SpokenLine): string {
  if (!before) return ''
  if (line.startSeconds - before.endSeconds > paragraphPauseSeconds) return '\n\n'
  return isWide(before.text.slice(-1)) || isWide(line.text.slice(0, 1)) ? '' : ' '
}
