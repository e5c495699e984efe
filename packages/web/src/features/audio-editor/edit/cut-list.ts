/** The time ranges that remain after trimming and silence removal, and the mapping between source and result time. */
import { keptSilenceSeconds } from '@filesmith/contract/operations/edit-audio'
import { lengthOf, type TimeRange } from './time-range.ts'

export interface CutList {
  /** In source time, in order. */
  readonly kept: readonly TimeRange[]
  readonly lengthSeconds: number
}

/** Keeps a short pause of every silence, so that words do not collide. If everything is silent, nothing is cut. */
export function createCutList(trim: TimeRange, silences: readonly TimeRange[]): CutList {
  if (isAllSilent(trim, silences)) return { kept: [trim], lengthSeconds: lengthOf(trim) }
  const kept: TimeRange[] = []
  let from = trim.from
  for (const silence of silences) {
    const isAtStart = silence.from <= trim.from
    const isAtEnd = silence.to >= trim.to
    const cutFrom = isAtStart ? trim.from : silence.from + keptSilenceSeconds / 2
    const cutTo = isAtEnd ? trim.to : silence.to - keptSilenceSeconds / 2
    if (cutFrom > from) kept.push({ from, to: cutFrom })
    from = cutTo
  }
  if (from < trim.to) kept.push({ from, to: trim.to })
  return { kept, lengthSeconds: kept.reduce((total, part) => total + lengthOf(part), 0) }
}

export function isAllSilent(trim: TimeRange, silences: readonly TimeRange[]): boolean {
  return silences.some(({ from, to }) => from <= trim.from && to >= trim.to)
}

/** Source time to result time; a time that was cut out maps to the cut. */
export function toResultTime({ kept }: CutList, seconds: number): number {
  let elapsed = 0
  for (const part of kept) {
    if (seconds < part.from) return elapsed
    if (seconds < part.to) return elapsed + seconds - part.from
    elapsed += lengthOf(part)
  }
  return elapsed
}

/** Result time to source time. */
export function toSourceTime({ kept }: CutList, resultSeconds: number): number {
  let left = resultSeconds
  for (const part of kept) {
    if (left <= lengthOf(part)) return part.from + left
    left -= lengthOf(part)
  }
  return kept.at(-1)?.to ?? 0
}

/** The kept ranges from a source time on. */
export function keptRangesFrom({ kept }: CutList, seconds: number): TimeRange[] {
  return kept
    .filter(part => part.to > seconds)
    .map(part => ({ from: Math.max(part.from, seconds), to: part.to }))
}
