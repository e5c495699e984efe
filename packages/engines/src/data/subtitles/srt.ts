/** SubRip: numbered blocks with times; tags for style, `{\an8}` for the place. */
import { type Cue, defaultPlace, type ReadSubtitles, tidySpans } from './cue.ts'
import { readTaggedText, writeTags } from './tagged-text.ts'
import { readTime, writeTime } from './time-codes.ts'

const timesPattern = /^\s*([\d:.,]{4,20})\s*-{1,2}>\s*([\d:.,]{4,20})/

/** Numbers and blank lines are often missing or wrong, so cues are found by their times. */
export function readSrt(text: string): ReadSubtitles {
  const lines = text.split('\n')
  const starts = lines.flatMap((line, index) => {
    const times = timesPattern.exec(line)
    const [startMs, endMs] = [readTime(times?.[1] ?? ''), readTime(times?.[2] ?? '')]
    return startMs === undefined || endMs === undefined ? [] : [{ index, startMs, endMs }]
  })
  const cues = starts.map(({ index, startMs, endMs }, position): Cue => {
    const next = starts[position + 1]?.index ?? lines.length
    const body = withoutNumber(lines.slice(index + 1, next), position + 1 < starts.length)
    const { spans, place = defaultPlace } = readTaggedText(body.join('\n'), { isVtt: false })
    return { startMs, endMs, spans: tidySpans(spans), place }
  })
  return { cues }
}

/** The number of the next cue precedes its times. */
function withoutNumber(lines: readonly string[], hasNext: boolean): readonly string[] {
  const isNumbered = hasNext && /^\s*\d+\s*$/.test(lines.at(-1) ?? '')
  // A number right below text, without a blank line, may be the text; with only that it is the cue's text.
  const body = isNumbered && lines.length > 1 ? lines.slice(0, -1) : lines
  return body.join('\n').trim().split('\n')
}

export function writeSrt(cues: readonly Cue[]): string {
  return cues
    .map((cue, index) => {
      const times = `${writeTime(cue.startMs, ',')} --> ${writeTime(cue.endMs, ',')}`
      const place = cue.place === defaultPlace ? '' : `{\\an${cue.place}}`
      const text = cue.spans
        .map(span => writeTags(span, color => [`<font color="${color}">`, '</font>']))
        .join('')
      return `${index + 1}\n${times}\n${place}${text}\n`
    })
    .join('\n')
}
