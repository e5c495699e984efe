/** Finds the stretches of silence to leave out, in steps of a hundredth of a second. */

export const stepsPerSecond = 100

/** In steps; the end is the first one that is kept again. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

export interface SilenceRule {
  /** Shorter ones belong to speech. */
  readonly leastSeconds: number
  /** What stays of each, so that words do not collide. */
  readonly keptSeconds: number
}

const mark = /^frame:(\d+)|^lavfi\.silence_(start|end)=/

/** Reads what silencedetect noted: a silence is announced when it has lasted long enough, so its beginning lies back by that. */
export function readSilences(
  notes: string,
  stepCount: number,
  { leastSeconds }: SilenceRule,
): readonly Stretch[] {
  const silences: Stretch[] = []
  const leastSteps = Math.round(leastSeconds * stepsPerSecond)
  let step = 0
  let from: number | null = null
  for (const line of notes.split('\n')) {
    const [, frame, event] = mark.exec(line) ?? []
    if (frame !== undefined) step = Number(frame)
    if (event === 'start') from = Math.max(0, step - leastSteps + 1)
    if (event !== 'end' || from === null) continue
    silences.push({ from, to: step })
    from = null
  }
  return from === null ? silences : [...silences, { from, to: stepCount }]
}

/** At the beginning and at the end of a recording only the half next to the sound is kept. */
export function stretchesToRemove(
  silences: readonly Stretch[],
  stepCount: number,
  { keptSeconds }: SilenceRule,
): readonly Stretch[] {
  const half = Math.round((keptSeconds / 2) * stepsPerSecond)
  return silences
    .map(({ from, to }) => ({
      from: from === 0 ? 0 : from + half,
      to: to >= stepCount ? stepCount : to - half,
    }))
    .filter(({ from, to }) => to > from)
}

/** True for steps that stay: a tree of comparisons, so that a thousand pauses cost ten comparisons a step. */
export function keptSteps(removed: readonly Stretch[]): string {
  const turns = removed.flatMap(({ from, to }) => [from, to])
  const between = (first: number, last: number): string => {
    // As many turns behind it as it has passed: an even number means that it is kept.
    if (first > last) return first % 2 === 0 ? '1' : '0'
    const middle = Math.floor((first + last) / 2)
    return `if(lt(n,${turns[middle]}),${between(first, middle - 1)},${between(middle + 1, last)})`
  }
  return between(0, turns.length - 1)
}
