/** What is left of a recording after the cuts, and which moment of the result is which moment of the recording. */
import { keptSilenceSeconds } from '@filesmith/contract/operations/edit-audio'
import { lengthOf, type Stretch } from './stretch.ts'

export interface CutPlan {
  /** In the recording, in their order. */
  readonly kept: readonly Stretch[]
  readonly lengthSeconds: number
}

/** Of every silence a little is left, so that words do not collide. Where there is nothing but silence, it all stays. */
export function planCuts(trim: Stretch, silences: readonly Stretch[]): CutPlan {
  if (isAllSilent(trim, silences)) return { kept: [trim], lengthSeconds: lengthOf(trim) }
  const kept: Stretch[] = []
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

export function isAllSilent(trim: Stretch, silences: readonly Stretch[]): boolean {
  return silences.some(({ from, to }) => from <= trim.from && to >= trim.to)
}

/** Where in the result a moment of the recording is heard; what was cut out is where the cut is. */
export function toResultTime({ kept }: CutPlan, seconds: number): number {
  let passed = 0
  for (const part of kept) {
    if (seconds < part.from) return passed
    if (seconds < part.to) return passed + seconds - part.from
    passed += lengthOf(part)
  }
  return passed
}

/** Which moment of the recording is heard at a moment of the result. */
export function toSourceTime({ kept }: CutPlan, resultSeconds: number): number {
  let left = resultSeconds
  for (const part of kept) {
    if (left <= lengthOf(part)) return part.from + left
    left -= lengthOf(part)
  }
  return kept.at(-1)?.to ?? 0
}

/** The kept parts from a moment of the recording on. */
export function keptFrom({ kept }: CutPlan, seconds: number): Stretch[] {
  return kept
    .filter(part => part.to > seconds)
    .map(part => ({ from: Math.max(part.from, seconds), to: part.to }))
}
