/** MPL2: times are tenths of a second, lines are separated by `|`; `/`, `\` and `_` begin italic, bold and underlined lines. */
import { type Cue, type CueSpan, defaultPlace, linesOf, type ReadSubtitles, tidySpans } from './cue.ts'

const cuePattern = /^\s*\[(\d{1,9})\]\[(\d{0,9})\](.*)$/
const openEndMs = 3000

export function readMpl2(text: string): ReadSubtitles {
  const cues = text.split('\n').flatMap((line): Cue[] => {
    const match = cuePattern.exec(line)
    if (match === null) return []
    const startMs = Number(match[1]) * 100
    const endMs = match[2] === '' ? startMs + openEndMs : Number(match[2]) * 100
    const spans = (match[3] ?? '').split('|').map(readLine)
    return [{ startMs, endMs, spans: tidySpans(spans), place: defaultPlace }]
  })
  return { cues }
}

function readLine(line: string, index: number): CueSpan {
  const marks = /^\s*([/\\_]*)/.exec(line)
  const text = line.slice(marks?.[0].length ?? 0)
  const has = (mark: string) => marks?.[1]?.includes(mark) === true
  return {
    ...(has('/') && { isItalic: true }),
    ...(has('\\') && { isBold: true }),
    ...(has('_') && { isUnderlined: true }),
    text: index === 0 ? text : `\n${text}`,
  }
}

export function writeMpl2(cues: readonly Cue[]): string {
  const lines = cues.map(cue => {
    const text = linesOf(cue).map(line => `${marksOf(line)}${line.map(({ text }) => text).join('')}`)
    return `[${Math.round(cue.startMs / 100)}][${Math.round(cue.endMs / 100)}]${text.join('|')}`
  })
  return `${lines.join('\n')}\n`
}

/** A mark is for a whole line. */
function marksOf(line: readonly CueSpan[]): string {
  const shares = (has: (span: CueSpan) => boolean | undefined) => line.length > 0 && line.every(has)
  return [
    shares(span => span.isItalic) ? '/' : '',
    shares(span => span.isBold) ? '\\' : '',
    shares(span => span.isUnderlined) ? '_' : '',
  ].join('')
}
