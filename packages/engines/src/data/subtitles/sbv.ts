/** SubViewer as YouTube writes it: a line of two times, then text, then a blank line. */
import { type Cue, cueText, defaultPlace, type ReadSubtitles, tidySpans } from './cue.ts'
import { readTime, writeTime } from './time-codes.ts'

const timesPattern = /^\s*([\d:.]{4,20}),([\d:.]{4,20})\s*$/

/** Also reads SubViewer 2, whose lines are separated by `[br]`. */
export function readSbv(text: string): ReadSubtitles {
  const cues: Cue[] = []
  let body: string[] | undefined
  const finish = (cue: Pick<Cue, 'startMs' | 'endMs'>, lines: readonly string[]) => {
    const joined = lines
      .join('\n')
      .trim()
      .replace(/\[br\]/gi, '\n')
    cues.push({ ...cue, spans: tidySpans([{ text: joined }]), place: defaultPlace })
  }
  let current: Pick<Cue, 'startMs' | 'endMs'> | undefined
  for (const line of text.split('\n')) {
    const times = timesPattern.exec(line)
    const [startMs, endMs] = [readTime(times?.[1] ?? ''), readTime(times?.[2] ?? '')]
    if (startMs === undefined || endMs === undefined) body?.push(line)
    else {
      if (current !== undefined) finish(current, body ?? [])
      current = { startMs, endMs }
      body = []
    }
  }
  if (current !== undefined) finish(current, body ?? [])
  return { cues }
}

export function writeSbv(cues: readonly Cue[]): string {
  return cues
    .map(cue => {
      const times = `${writeTime(cue.startMs, '.', 3, 1)},${writeTime(cue.endMs, '.', 3, 1)}`
      return `${times}\n${cueText(cue)}\n`
    })
    .join('\n')
}
