/** Finds the lines of a transcript in a text with time marks: a line goes from its mark to the next one. */
import type { LocatedLine, SpokenLine } from './spoken-line.ts'

const stampPattern = /^\[(?:(\d{1,3}):)?(\d{1,2}):(\d{2})\][^\S\n]*/gm
/** For a line that somebody added: how fast people read. */
const charactersPerSecond = 15
const shortestSeconds = 1

interface Stamp {
  readonly seconds: number
  readonly from: number
  readonly textFrom: number
}

export function hasStamps(text: string): boolean {
  return text.search(stampPattern) !== -1
}

export function locateByStamps(text: string, known: readonly SpokenLine[]): LocatedLine[] {
  const stamps = findStamps(text)
  const takeKnown = knownByStamp(known)
  return stamps.flatMap(({ seconds, textFrom }, index) => {
    const next = stamps[index + 1]
    const spoken = text.slice(textFrom, next?.from ?? text.length).trimEnd()
    const line = takeKnown(seconds, spoken) ?? {
      startSeconds: seconds,
      endSeconds: endOfNew(seconds, spoken, next?.seconds),
      text: spoken,
    }
    if (spoken === '') return []
    return [{ ...line, text: spoken, from: textFrom, to: textFrom + spoken.length }]
  })
}

function findStamps(text: string): Stamp[] {
  return Array.from(
    text.matchAll(stampPattern),
    ({ 0: mark, 1: hours = '0', 2: minutes, 3: rest, index }) => ({
      seconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(rest),
      from: index,
      textFrom: index + mark.length,
    }),
  )
}

/** A mark names whole seconds only: the line that was heard there has the exact times. Each is given once. */
function knownByStamp(known: readonly SpokenLine[]) {
  const bySecond = new Map<number, SpokenLine[]>()
  for (const line of known) {
    const second = Math.floor(line.startSeconds)
    bySecond.set(second, [...(bySecond.get(second) ?? []), line])
  }
  return (seconds: number, text: string): SpokenLine | undefined => {
    const lines = bySecond.get(seconds) ?? []
    const taken = lines.find(line => line.text === text) ?? lines[0]
    bySecond.set(
      seconds,
      lines.filter(line => line !== taken),
    )
    return taken
  }
}

function endOfNew(seconds: number, text: string, nextSeconds = Number.POSITIVE_INFINITY): number {
  const readSeconds = Math.max(shortestSeconds, text.length / charactersPerSecond)
  const end = seconds + readSeconds
  return nextSeconds > seconds ? Math.min(end, nextSeconds) : end
}
