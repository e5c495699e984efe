/** Finds the silent ranges to remove, in steps of a hundredth of a second. */

export const stepsPerSecond = 100

/** Range of steps; `to` is exclusive. */
export interface StepRange {
  readonly from: number
  readonly to: number
}

export interface SilenceRule {
  /** Shorter pauses belong to speech. */
  readonly minSeconds: number
  /** Retained part of each silence, so that words do not run together. */
  readonly keptSeconds: number
}

const mark = /^frame:(\d+)|^lavfi\.silence_(start|end)=/

/** Parses the silencedetect log. A silence is logged once it has lasted `minSeconds`, so its start is dated back. */
export function readSilences(
  notes: string,
  stepCount: number,
  { minSeconds }: SilenceRule,
): readonly StepRange[] {
  const silences: StepRange[] = []
  const minSteps = Math.round(minSeconds * stepsPerSecond)
  let step = 0
  let from: number | null = null
  for (const line of notes.split('\n')) {
    const [, frame, event] = mark.exec(line) ?? []
    if (frame !== undefined) step = Number(frame)
    if (event === 'start') from = Math.max(0, step - minSteps + 1)
    if (event !== 'end' || from === null) continue
    silences.push({ from, to: step })
    from = null
  }
  return from === null ? silences : [...silences, { from, to: stepCount }]
}

/** At the start and end of the audio only the half next to the sound is retained. */
export function rangesToRemove(
  silences: readonly StepRange[],
  stepCount: number,
  { keptSeconds }: SilenceRule,
): readonly StepRange[] {
  const half = Math.round((keptSeconds / 2) * stepsPerSecond)
  return silences
    .map(({ from, to }) => ({
      from: from === 0 ? 0 : from + half,
      to: to >= stepCount ? stepCount : to - half,
    }))
    .filter(({ from, to }) => to > from)
}

/** `aselect` expression that is true for kept steps: a binary decision tree, logarithmic in the number of ranges. */
export function keptStepsExpression(removed: readonly StepRange[]): string {
  const boundaries = removed.flatMap(({ from, to }) => [from, to])
  const between = (first: number, last: number): string => {
    // An even number of boundaries before the step means that it is kept.
    if (first > last) return first % 2 === 0 ? '1' : '0'
    const middle = Math.floor((first + last) / 2)
    return `if(lt(n,${boundaries[middle]}),${between(first, middle - 1)},${between(middle + 1, last)})`
  }
  return between(0, boundaries.length - 1)
}
