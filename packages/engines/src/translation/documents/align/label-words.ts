/** Decides for every word of a translation which segment of the source it comes from. */
import type { LanguageId } from '@filesmith/contract/languages'
import { type Evidence, maxSegments, phrasesOf } from './evidence.ts'
import { lookOf, type Segment, usualLook } from './find-segments.ts'
import { findWords, type Word } from './find-words.ts'
import { likeness } from './word-likeness.ts'

interface Labelling {
  readonly source: string
  readonly segments: readonly Segment[]
  readonly translated: string
  readonly words: readonly Word[]
  readonly evidence: Evidence
  readonly to: LanguageId
}

/** Order mostly stays, so the next segment is likelier than any other; neighbours change places more often than strangers. */
const nextSegmentCost = 0.3
const nearSegmentCost = 0.5
const otherSegmentCost = 0.9
const farCost = 1.6
/** In a short sentence one word further is not far. */
const leastLength = 60
/** A word that nothing speaks for looks like most of the sentence. */
const unsupportedCost = 0.2
const phraseBonus = 0.8
const impossible = -1e6

/** One number of a segment for every word. */
export function labelWords(labelling: Labelling): number[] {
  const { segments, words } = labelling
  const scores = scoreWords(labelling)
  const labels = bestPath(scores, segments.length)
  return words.map((_, index) => labels[index] ?? 0)
}

/** Rows are words of the translation, columns are segments. */
export function scoreWords(labelling: Labelling): number[][] {
  const { source, segments, translated, words } = labelling
  const known = segments.map(segment => knownForms(labelling, segment))
  const usual = usualLook(segments)
  const alike = segments.length > maxSegments ? equality : likeness
  const score = (word: Word, segment: Segment, index: number) => {
    if (word.fixed !== undefined)
      return segment.words.some(({ fixed }) => fixed === word.fixed) ? 4 : impossible
    // An address stays what it is and takes no words in.
    if (segment.words.every(({ fixed }) => fixed !== undefined)) return -2
    const place = ((word.start + word.end) / 2 / translated.length) * source.length
    const away =
      Math.max(0, segment.start - place, place - segment.end) / Math.max(source.length, leastLength)
    const support = evidenceFor(word, known[index] ?? [], alike)
    return support - (support === 0 ? doubtAbout(segment, usual) : 0) - farCost * away
  }
  const scores = words.map(word => segments.map((segment, index) => score(word, segment, index)))
  for (const [index, segment] of segments.entries()) addPhraseBonus(labelling, segment, index, scores)
  return scores
}

/** What speaks against a word that resembles none of a segment's. */
function doubtAbout(segment: Segment, usual: string): number {
  // One word that changes its looks inside stays one word.
  if (segment.spans.length > 1) return 1
  return lookOf(segment) === usual ? 0 : unsupportedCost
}

function equality(one: string, other: string): number {
  return one === other ? 1 : 0
}

interface KnownForm {
  readonly form: string
  readonly weight: number
}

function knownForms({ source, evidence, to }: Labelling, segment: Segment): KnownForm[] {
  const said = phrasesOf(source, segment).flatMap(phrase =>
    findWords(evidence.get(phrase) ?? '', to).map(({ form }) => ({ form, weight: 1 })),
  )
  // Names and numbers stay, and related languages share words.
  const own = segment.words.map(({ form }) => ({ form, weight: 0.8 }))
  return [...said, ...own]
}

function evidenceFor({ form }: Word, known: readonly KnownForm[], isSame: typeof likeness): number {
  const best = known.reduce((most, each) => Math.max(most, each.weight * isSame(form, each.form)), 0)
  // Short words stand everywhere.
  return form.length <= 3 && !/[\d\p{Script=Han}\p{Script=Hangul}]/u.test(form) ? best / 2 : best
}

/** Words that stand together in the translation as they do in the engine's answer for the segment alone. */
function addPhraseBonus(labelling: Labelling, segment: Segment, index: number, scores: number[][]): void {
  const { source, translated, words, evidence, to } = labelling
  for (const phrase of phrasesOf(source, segment)) {
    const forms = findWords(evidence.get(phrase) ?? '', to).map(({ form }) => form)
    if (forms.length < 2) continue
    const begin = source.indexOf(phrase, segment.start) / source.length
    const places = words
      .map((_, at) => at)
      .filter(at => forms.every((form, offset) => words[at + offset]?.form === form))
    const away = (at: number) => Math.abs((words[at]?.start ?? 0) / translated.length - begin)
    const nearest = places.sort((one, other) => away(one) - away(other))[0]
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
      // From far away every segment costs the same, so only the best of them can be the one.
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
