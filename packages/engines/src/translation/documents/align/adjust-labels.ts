/** Makes labels writable: brackets stay contiguous, and every segment gets a word. */
import { mainStyleKey, type StyleSegment, styleKeyOf } from './find-segments.ts'

/** Several segments share a word if the translation has fewer words than the source has styles. */
export type Labels = number[][]

/** Scores below this are not evidence. */
const minEvidence = 0.05

export function adjustLabels(
  labels: readonly number[],
  scores: readonly (readonly number[])[],
  segments: readonly StyleSegment[],
): Labels {
  const fitted = trimLong(extendShort([...labels], scores, segments), scores, segments)
  const joined = keepBracketsTogether(fitted, scores, segments)
  return ensureWordPerStyle(joined, scores, segments)
}

/** A segment with too few words absorbs an adjacent word without evidence. */
function extendShort(
  labels: number[],
  scores: readonly (readonly number[])[],
  segments: readonly StyleSegment[],
): number[] {
  const hasNoEvidence = (at: number) => scores[at]?.every(score => score < minEvidence) === true
  for (const [label, { words }] of segments.entries()) {
    const positions = [...labels.keys()].filter(at => labels[at] === label)
    const [first, last] = [positions[0], positions.at(-1)]
    if (words.length < 2 || positions.length >= words.length || first === undefined || last === undefined)
      continue
    const next = [last + 1, first - 1].find(at => labels[at] !== undefined && hasNoEvidence(at))
    if (next !== undefined) labels[next] = label
  }
  return labels
}

/** A segment with too many words releases words without evidence at its edges. */
function trimLong(
  labels: number[],
  scores: readonly (readonly number[])[],
  segments: readonly StyleSegment[],
): number[] {
  const mainStyle = mainStyleKey(segments)
  const isMainStyle = (label: number | undefined) => {
    const segment = segments[label ?? -1]
    return segment !== undefined && styleKeyOf(segment) === mainStyle
  }
  for (const [label, { words }] of segments.entries()) {
    if (isMainStyle(label)) continue
    const positions = [...labels.keys()].filter(at => labels[at] === label)
    let left = positions.length - words.length
    const release = (order: readonly number[], step: -1 | 1) => {
      for (const at of order) {
        const neighbor = labels[at + step]
        const hasEvidence = (scores[at]?.[label] ?? 0) >= minEvidence
        if (left <= 0 || hasEvidence || neighbor === undefined || !isMainStyle(neighbor)) return
        labels[at] = neighbor
        left -= 1
      }
    }
    release(positions, -1)
    release([...positions].reverse(), 1)
  }
  return labels
}

function keepBracketsTogether(
  labels: number[],
  scores: readonly (readonly number[])[],
  segments: readonly StyleSegment[],
): number[] {
  const brackets = [...new Set(segments.flatMap(({ within }) => within))]
  const holds = (bracket: number, label: number | undefined) =>
    segments[label ?? -1]?.within.includes(bracket) === true
  for (const bracket of brackets) {
    const runs = runsOf(labels, label => holds(bracket, label))
    if (runs.length < 2) continue
    const strength = ({ from, to }: Run) =>
      labels.slice(from, to).reduce((sum, label, at) => sum + (scores[from + at]?.[label] ?? 0) + 0.01, 0)
    const main = runs.reduce((best, run) => (strength(run) > strength(best) ? run : best))
    for (const run of runs) {
      if (run === main) continue
      const [from, to] = run.from < main.from ? [run.to, main.from] : [main.to, run.from]
      // One or two words between the parts belong to them; a larger gap does not.
      if (to - from <= 2 && strength(run) > 0.5) labels.fill(nearestLabel(labels, main), from, to)
      else relabel(labels, scores, run, label => !holds(bracket, label))
    }
  }
  return labels
}

interface Run {
  readonly from: number
  readonly to: number
}

function runsOf(labels: readonly number[], isPart: (label: number) => boolean): Run[] {
  const runs: Run[] = []
  for (let from = 0; from < labels.length; from++) {
    if (!isPart(labels[from] ?? -1)) continue
    let to = from
    while (to < labels.length && isPart(labels[to] ?? -1)) to += 1
    runs.push({ from, to })
    from = to
  }
  return runs
}

function nearestLabel(labels: readonly number[], run: Run): number {
  return labels[run.from] ?? 0
}

function relabel(
  labels: number[],
  scores: readonly (readonly number[])[],
  run: Run,
  mayBe: (label: number) => boolean,
): void {
  const around = [labels[run.from - 1], labels[run.to]].filter(label => label !== undefined)
  for (let at = run.from; at < run.to; at++) {
    const row = scores[at] ?? []
    const choices = [...around, ...row.keys()].filter(mayBe)
    const near = choices.slice(0, around.length)
    const pool = near.length > 0 ? near : choices
    const best = pool.reduce<number | undefined>(
      (most, label) => (most === undefined || (row[label] ?? 0) > (row[most] ?? 0) ? label : most),
      undefined,
    )
    if (best !== undefined) labels[at] = best
  }
}

/** Every link and field needs a word; a style that also occurs elsewhere in the sentence does not. */
function ensureWordPerStyle(
  labels: readonly number[],
  scores: readonly (readonly number[])[],
  segments: readonly StyleSegment[],
): Labels {
  const adjusted: Labels = labels.map(label => [label])
  const counts = countUses(labels, segments)
  const isSpare = (at: number) => {
    const [label = 0, ...others] = adjusted[at] ?? []
    return others.length === 0 && (counts.uses(label) > 1 || counts.isElsewhere(label))
  }
  for (const label of segments.keys()) {
    if (counts.uses(label) > 0 || counts.isElsewhere(label)) continue
    const score = (at: number) => scores[at]?.[label] ?? 0
    const positions = [...adjusted.keys()]
      .filter(at => score(at) > -1000)
      .sort((one, other) => score(other) - score(one))
    const spare = positions.find(isSpare)
    const position = spare ?? positions[0]
    if (position === undefined) continue
    if (spare !== undefined) counts.remove(adjusted[spare]?.[0] ?? 0)
    adjusted[position] = spare === undefined ? [...(adjusted[position] ?? []), label] : [label]
    counts.add(label)
  }
  return adjusted.map(held => held.sort((one, other) => one - other))
}

/** Counts words per segment and segments per style. */
function countUses(labels: readonly number[], segments: readonly StyleSegment[]) {
  const words = segments.map(() => 0)
  const styles = new Map<string, number>()
  const styleKeysOf = (label: number) => new Set(segments[label]?.spans.map(styleKeyOfSpan))
  const change = (label: number, by: 1 | -1) => {
    const before = words[label] ?? 0
    words[label] = before + by
    if (Math.min(before, before + by) > 0) return
    for (const style of styleKeysOf(label)) styles.set(style, (styles.get(style) ?? 0) + by)
  }
  for (const label of labels) change(label, 1)
  return {
    add: (label: number) => change(label, 1),
    remove: (label: number) => change(label, -1),
    uses: (label: number) => words[label] ?? 0,
    isElsewhere(label: number): boolean {
      const own = (words[label] ?? 0) > 0 ? 1 : 0
      return [...styleKeysOf(label)].every(style => (styles.get(style) ?? 0) > own)
    },
  }
}

function styleKeyOfSpan({ style, within }: StyleSegment['spans'][number]): string {
  return `${style} ${within}`
}
