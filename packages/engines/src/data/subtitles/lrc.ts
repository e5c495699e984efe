/** Lyrics: lines that begin with one or more times; a line ends where the next one begins. */
import { type Cue, cueText, defaultPlace, type ReadSubtitles } from './cue.ts'
import { readTime } from './time-codes.ts'

const timeTag = /^\s*\[(\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?)\]/
const wordTime = /<\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?>\s?/g
/** Of the last line, whose end is not known. */
const lastLineMs = 5000
/** A shorter pause is not written. */
const shortPauseMs = 100

export function readLrc(text: string): ReadSubtitles {
  const offsetMs = Number(/^[ \t\ufeff]*\[offset:\s*([+-]?\d{1,9})\s*\]/im.exec(text)?.[1] ?? 0)
  const lines: { readonly startMs: number; readonly text: string }[] = []
  for (const line of text.split('\n')) {
    let rest = line
    const starts: number[] = []
    for (let tag = timeTag.exec(rest); tag !== null; tag = timeTag.exec(rest)) {
      starts.push(readTime(tag[1] ?? '') ?? 0)
      rest = rest.slice(tag[0].length)
    }
    const words = rest.replace(wordTime, '').trim()
    // A positive offset makes lines appear earlier.
    for (const startMs of starts) lines.push({ startMs: Math.max(0, startMs - offsetMs), text: words })
  }
  lines.sort((a, b) => a.startMs - b.startMs)
  const cues = lines.flatMap(({ startMs, text }, index): Cue[] => {
    const endMs = lines[index + 1]?.startMs ?? startMs + lastLineMs
    return text === '' ? [] : [{ startMs, endMs, spans: [{ text }], place: defaultPlace }]
  })
  return { cues }
}

/** An empty line ends a line before the next one begins. */
export function writeLrc(cues: readonly Cue[]): string {
  const ordered = cues.toSorted((a, b) => a.startMs - b.startMs)
  const lines = ordered.flatMap((cue, index) => {
    const nextMs = ordered[index + 1]?.startMs ?? Number.POSITIVE_INFINITY
    const line = `${timeTagOf(cue.startMs)}${cueText(cue).replaceAll('\n', ' ')}`
    return cue.endMs + shortPauseMs < nextMs ? [line, timeTagOf(cue.endMs)] : [line]
  })
  return `${lines.join('\n')}\n`
}

function timeTagOf(ms: number): string {
  const hundredths = Math.round(ms / 10)
  const pad = (value: number) => String(value).padStart(2, '0')
  return `[${pad(Math.floor(hundredths / 6000))}:${pad(Math.floor(hundredths / 100) % 60)}.${pad(hundredths % 100)}]`
}
