/** Makes labels fit to be written: brackets stay in one piece, and no segment goes without a word. */
import { lookOf, type Segment, usualLook } from './find-segments.ts'

/** Several segments share a word where the translation has fewer words than the source has looks. */
export type Labels = number[][]

/** What a word gets that resembles none of those it could come from. */
const unclaimedScore = 0.05

export function settleLabels(
  labels: readonly number[],
  scores: readonly (readonly number[])[],
  segments: readonly Segment[],
): Labels {
  const fitted = trimLong(growShort([...labels], scores, segments), scores, segments)
  const joined = keepBracketsTogether(fitted, scores, segments)
  return giveEveryLookAWord(joined, scores, segments)
}

/** Few words for many: a neighbour that nothing speaks for is likely one of them, said in another way. */
function growShort(
  labels: number[],
  scores: readonly (readonly number[])[],
  segments: readonly Segment[],
): number[] {
  const isUnclaimed = (at: number) => scores[at]?.every(score => score < unclaimedScore) === true
  for (const [label, { words }] of segments.entries()) {
    const places = [...labels.keys()].filter(at => labels[at] === label)
    const [first, last] = [places[0], places.at(-1)]
    if (words.length < 2 || places.length >= words.length || first === undefined || last === undefined)
      continue
    const next = [last + 1, first - 1].find(at => labels[at] !== undefined && isUnclaimed(at))
    if (next !== undefined) labels[next] = label
  }
  return labels
}

/** More words than there were: what nothing speaks for at the edges goes back to the sentence. */
function trimLong(
  labels: number[],
  scores: readonly (readonly number[])[],
  segments: readonly Segment[],
): number[] {
  const usual = usualLook(segments)
  const isUsual = (label: number | undefined) => {
    const segment = segments[label ?? -1]
    return segment !== undefined && lookOf(segment) === usual
  }
  for (const [label, { words }] of segments.entries()) {
    if (isUsual(label)) continue
    const places = [...labels.keys()].filter(at => labels[at] === label)
    let left = places.length - words.length
    const giveAway = (order: readonly number[], step: -1 | 1) => {
      for (const at of order) {
        const neighbour = labels[at + step]
        const isClaimed = (scores[at]?.[label] ?? 0) >= unclaimedScore
        if (left <= 0 || isClaimed || neighbour === undefined || !isUsual(neighbour)) return
        labels[at] = neighbour
        left -= 1
      }
    }
    giveAway(places, -1)
    giveAway([...places].reverse(), 1)
  }
  return labels
}

function keepBracketsTogether(
  labels: number[],
  scores: readonly (readonly number[])[],
  segments: readonly Segment[],
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
      // A word or two between the parts belong to them; what is further away does not.
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

/** A look that stands elsewhere in the sentence, too, can do without; a link or a field cannot. */
function giveEveryLookAWord(
  labels: readonly number[],
  scores: readonly (readonly number[])[],
  segments: readonly Segment[],
): Labels {
  const settled: Labels = labels.map(label => [label])
  const shown = countShown(labels, segments)
  const isSpare = (at: number) => {
    const [label = 0, ...others] = settled[at] ?? []
    return others.length === 0 && (shown.uses(label) > 1 || shown.isElsewhere(label))
  }
  for (const label of segments.keys()) {
    if (shown.uses(label) > 0 || shown.isElsewhere(label)) continue
    const score = (at: number) => scores[at]?.[label] ?? 0
    const places = [...settled.keys()]
      .filter(at => score(at) > -1000)
      .sort((one, other) => score(other) - score(one))
    const spare = places.find(isSpare)
    const place = spare ?? places[0]
    if (place === undefined) continue
    if (spare !== undefined) shown.remove(settled[spare]?.[0] ?? 0)
    settled[place] = spare === undefined ? [...(settled[place] ?? []), label] : [label]
    shown.add(label)
  }
  return settled.map(held => held.sort((one, other) => one - other))
}

/** How many words show a segment, and how many segments show a look. */
function countShown(labels: readonly number[], segments: readonly Segment[]) {
  const words = segments.map(() => 0)
  const looks = new Map<string, number>()
  const looksOf = (label: number) => new Set(segments[label]?.spans.map(spanLook))
  const change = (label: number, by: 1 | -1) => {
    const before = words[label] ?? 0
    words[label] = before + by
    if (Math.min(before, before + by) > 0) return
    for (const look of looksOf(label)) looks.set(look, (looks.get(look) ?? 0) + by)
  }
  for (const label of labels) change(label, 1)
  return {
    add: (label: number) => change(label, 1),
    remove: (label: number) => change(label, -1),
    uses: (label: number) => words[label] ?? 0,
    isElsewhere(label: number): boolean {
      const own = (words[label] ?? 0) > 0 ? 1 : 0
      return [...looksOf(label)].every(look => (looks.get(look) ?? 0) > own)
    },
  }
}

function spanLook({ style, within }: Segment['spans'][number]): string {
  return `${style} ${within}`
}
