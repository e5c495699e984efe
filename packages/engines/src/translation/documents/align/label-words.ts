/** Assigns each word of a translation to a source segment, by dynamic programming over similarity and position. */
import type { LanguageId } from '@filesmith/contract/languages'
import { type Evidence, maxSegments, phrasesOf } from './evidence.ts'
import { mainStyleKey, type StyleSegment, styleKeyOf } from './find-segments.ts'
import { findWords, type SentenceWord } from './find-words.ts'
import { similarity } from './word-similarity.ts'

interface Labeling {
  readonly source: string
  readonly segments: readonly StyleSegment[]
  readonly translated: string
  readonly words: readonly SentenceWord[]
  readonly evidence: Evidence
  readonly to: LanguageId
}

/** Transition costs: word order is mostly preserved, and swaps are mostly between neighbors. */
const nextSegmentCost = 0.3
const nearSegmentCost = 0.5
const otherSegmentCost = 0.9
const farCost = 1.6
/** Minimum length for relative distances, because in short sentences one word is a large share. */
const minLength = 60
/** A word without evidence most likely has the main style of the sentence. */
const unsupportedCost = 0.2
const phraseBonus = 0.8
const impossible = -1e6

/** Segment index of each word. */
export function labelWords(labeling: Labeling): number[] {
  const { segments, words } = labeling
  const scores = scoreWords(labeling)
  const labels = bestPath(scores, segments.length)
  return words.map((_, index) => labels[index] ?? 0)
}

/** Rows are words of the translation, columns are segments. */
export function scoreWords(labeling: Labeling): number[][] {
  const { source, segments, translated, words } = labeling
  const known = segments.map(segment => knownForms(labeling, segment))
  const mainStyle = mainStyleKey(segments)
  const compare = segments.length > maxSegments ? equality : similarity
  const score = (word: SentenceWord, segment: StyleSegment, index: number) => {
    if (word.fixed !== undefined)
      return segment.words.some(({ fixed }) => fixed === word.fixed) ? 4 : impossible
    // A URL does not absorb other words.
    if (segment.words.every(({ fixed }) => fixed !== undefined)) return -2
    const position = ((word.start + word.end) / 2 / translated.length) * source.length
    const away =
      Math.max(0, segment.start - position, position - segment.end) / Math.max(source.length, minLength)
    const support = evidenceFor(word, known[index] ?? [], compare)
    return support - (support === 0 ? penaltyFor(segment, mainStyle) : 0) - farCost * away
  }
  const scores = words.map(word => segments.map((segment, index) => score(word, segment, index)))
  for (const [index, segment] of segments.entries()) addPhraseBonus(labeling, segment, index, scores)
  return scores
}

/** Penalty for a word without evidence. */
function penaltyFor(segment: StyleSegment, mainStyle: string): number {
  // A single word with a style change inside stays a single word.
  if (segment.spans.length > 1) return 1
  return styleKeyOf(segment) === mainStyle ? 0 : unsupportedCost
}

function equality(one: string, other: string): number {
  return one === other ? 1 : 0
}

interface KnownForm {
  readonly form: string
  readonly weight: number
}

function knownForms({ source, evidence, to }: Labeling, segment: StyleSegment): KnownForm[] {
  const translatedForms = phrasesOf(source, segment).flatMap(phrase =>
    findWords(evidence.get(phrase) ?? '', to).map(({ form }) => ({ form, weight: 1 })),
  )
  // Names and numbers are kept, and related languages share words.
  const own = segment.words.map(({ form }) => ({ form, weight: 0.8 }))
  return [...translatedForms, ...own]
}

function evidenceFor({ form }: SentenceWord, known: readonly KnownForm[], isSame: typeof similarity): number {
  const best = known.reduce((most, each) => Math.max(most, each.weight * isSame(form, each.form)), 0)
  // Short words are frequent, so a match is weak evidence.
  return form.length <= 3 && !/[\d\p{Script=Han}\p{Script=Hangul}]/u.test(form) ? best / 2 : best
}

/** Bonus for words that appear in the same sequence as in the translation of the segment alone. */
function addPhraseBonus(labeling: Labeling, segment: StyleSegment, index: number, scores: number[][]): void {
  const { source, translated, words, evidence, to } = labeling
  for (const phrase of phrasesOf(source, segment)) {
    const forms = findWords(evidence.get(phrase) ?? '', to).map(({ form }) => form)
    if (forms.length < 2) continue
    const begin = source.indexOf(phrase, segment.start) / source.length
    const positions = words
      .map((_, at) => at)
      .filter(at => forms.every((form, offset) => words[at + offset]?.form === form))
    const away = (at: number) => Math.abs((words[at]?.start ?? 0) / translated.length - begin)
    const nearest = positions.sort((one, other) => away(one) - away(other))[0]
    if (nearest === undefined) continue
    for (let at = nearest; at < nearest + forms.length; at++) {
      const row = scores[at]
      if (row) row[index] = (row[index] ?? 0) + phraseBonus
    }
  }
}

function bestPath(scores: readonly (readonly number[])[], count: number): number[] {
  let totals = [...(scores[0] ?? [])].map((score, label) => score - (label === 0 ? 0 : nextSegmentCost))
  const origins: number[][] = []
  for (const row of scores.slice(1)) {
    const origin: number[] = []
    const leader = totals.indexOf(Math.max(...totals))
    const next = Array.from({ length: count }, (_, label) => {
      const worth = (from: number) => (totals[from] ?? -Infinity) - cost(from, label)
      // Distant transitions all cost the same, so only the best of them is considered.
      const best = [leader, label - 2, label - 1, label, label + 1, label + 2].reduce((most, from) =>
        worth(from) > worth(most) ? from : most,
      )
      origin.push(best)
      return worth(best) + (row[label] ?? 0)
    })
    origins.push(origin)
    totals = next
  }
  let label = totals.indexOf(Math.max(...totals))
  const path = [label]
  for (const origin of origins.reverse()) {
    label = origin[label] ?? 0
    path.unshift(label)
  }
  return path
}

function cost(from: number, to: number): number {
  if (from === to) return 0
  if (to === from + 1) return nextSegmentCost
  return Math.abs(to - from) <= 2 ? nearSegmentCost : otherSegmentCost
}
