/** Locates transcript lines in a text with timestamps: a line spans from its timestamp to the next. */
import type { LocatedLine, SpokenLine } from './spoken-line.ts'

const timestampPattern = /^\[(?:(\d{1,3}):)?(\d{1,2}):(\d{2})\][^\S\n]*/gm
/** Reading speed, to estimate the duration of a line the user added. */
const charactersPerSecond = 15
const minSeconds = 1

interface Timestamp {
  readonly seconds: number
  readonly from: number
  readonly textFrom: number
}

export function containsTimestamps(text: string): boolean {
  return text.search(timestampPattern) !== -1
}

export function locateByTimestamps(text: string, known: readonly SpokenLine[]): LocatedLine[] {
  const timestamps = findTimestamps(text)
  const takeKnown = knownByTimestamp(known)
  return timestamps.flatMap(({ seconds, textFrom }, index) => {
    const next = timestamps[index + 1]
    const spoken = text.slice(textFrom, next?.from ?? text.length).trimEnd()
    const line = takeKnown(seconds, spoken) ?? {
      startSeconds: seconds,
      endSeconds: estimateEnd(seconds, spoken, next?.seconds),
      text: spoken,
    }
    if (spoken === '') return []
    return [{ ...line, text: spoken, from: textFrom, to: textFrom + spoken.length }]
  })
}

function findTimestamps(text: string): Timestamp[] {
  return Array.from(
    text.matchAll(timestampPattern),
    ({ 0: match, 1: hours = '0', 2: minutes, 3: rest, index }) => ({
      seconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(rest),
      from: index,
      textFrom: index + match.length,
    }),
  )
}

/** A timestamp has whole seconds only, so the exact times come from the recognized line. Each line is used once. */
function knownByTimestamp(known: readonly SpokenLine[]) {
  const bySecond = new Map<number, SpokenLine[]>()
  for (const line of known) {
    const second = Math.floor(line.startSeconds)
    bySecond.set(second, [...(bySecond.get(second) ?? []), line])
  }
  return (seconds: number, text: string): SpokenLine | undefined => {
    const lines = bySecond.get(seconds) ?? []
    const used = lines.find(line => line.text === text) ?? lines[0]
    bySecond.set(
      seconds,
      lines.filter(line => line !== used),
    )
    return used
  }
}

function estimateEnd(seconds: number, text: string, nextSeconds = Number.POSITIVE_INFINITY): number {
  const readSeconds = Math.max(minSeconds, text.length / charactersPerSecond)
  const end = seconds + readSeconds
  return nextSeconds > seconds ? Math.min(end, nextSeconds) : end
}
