/** Says for every character of a translation how it looks: words by their segments, signs and spaces by their neighbours. */
import type { Span, StyledSentence } from '../styled-sentence.ts'
import type { Segment } from './find-segments.ts'
import type { Word } from './find-words.ts'
import type { Labels } from './settle-labels.ts'

export interface LabelledWords {
  readonly sentence: StyledSentence
  readonly segments: readonly Segment[]
  readonly text: string
  readonly words: readonly Word[]
  readonly labels: Labels
}

export function paintCharacters(labelled: LabelledWords): Span[] {
  const { sentence, text, words } = labelled
  const painted: (Span | undefined)[] = Array.from({ length: text.length }, () => undefined)
  for (const [index, word] of words.entries()) paintWord(painted, labelled, word, index)
  paintSigns(painted, sentence, text)
  return fillGaps(painted, sentence, text)
}

function paintWord(
  painted: (Span | undefined)[],
  { sentence, segments, text, labels }: LabelledWords,
  word: Word,
  index: number,
): void {
  const owners = (labels[index] ?? []).flatMap(label => segments[label] ?? [])
  const source = owners.length === 1 && owners[0]?.words.length === 1 ? owners[0] : undefined
  const isSame = source && sentence.text.slice(source.start, source.end) === text.slice(word.start, word.end)
  if (source && isSame) {
    for (const span of source.spans)
      painted.fill(
        span,
        word.start + Math.max(0, span.start - source.start),
        word.start + Math.min(span.end, source.end) - source.start,
      )
    return
  }
  // A word that changes its looks inside, or one that stands for several: each gets its share.
  const spans = owners.flatMap(owner => owner.spans)
  const [first] = owners
  const weights = spans.map(span =>
    owners.length === 1 && first
      ? Math.min(span.end, first.end) - Math.max(span.start, first.start)
      : span.end - span.start,
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let [at, done] = [word.start, 0]
  for (const [place, span] of spans.entries()) {
    done += weights[place] ?? 0
    const left = spans.length - place - 1
    const wanted = word.start + Math.round((done / total) * (word.end - word.start))
    const end = left === 0 ? word.end : Math.min(Math.max(wanted, at + 1), Math.max(at, word.end - left))
    painted.fill(span, at, end)
    at = end
  }
}

const sign = /[^\p{L}\p{N}\s]/u

/** A sign looks as the same sign did in the source, where it can be told which that is. */
function paintSigns(painted: (Span | undefined)[], sentence: StyledSentence, text: string): void {
  for (const span of sentence.spans) {
    const isOnlySigns = !/[\p{L}\p{N}]/u.test(sentence.text.slice(span.start, span.end))
    for (let at = span.start; at < span.end; at++) {
      const character = sentence.text[at] ?? ''
      if (!sign.test(character)) continue
      const sourcePlaces = placesOf(sentence.text, character)
      const places = placesOf(text, character)
      const isCounted = places.length === sourcePlaces.length
      const place = isCounted ? places[sourcePlaces.indexOf(at)] : nearest(places, at, sentence.text, text)
      if (place === undefined || painted[place] !== undefined) continue
      if (isOnlySigns || (isCounted && isBeside(painted, place, span))) painted[place] = span
    }
  }
}

function isBeside(painted: readonly (Span | undefined)[], place: number, span: Span): boolean {
  const before = painted.slice(0, place).findLast(each => each !== undefined)
  const after = painted.slice(place).find(each => each !== undefined)
  return [before, after].some(each => each !== undefined && lookOf(each) === lookOf(span))
}

function placesOf(text: string, character: string): number[] {
  return Array.from(
    text.matchAll(new RegExp(`[${character.replace(/[\]\\^-]/g, '\\$&')}]`, 'gu')),
    ({ index }) => index,
  )
}

function nearest(places: readonly number[], at: number, source: string, text: string): number | undefined {
  const away = (place: number) => Math.abs(place / text.length - at / source.length)
  return [...places].sort((one, other) => away(one) - away(other))[0]
}

function fillGaps(painted: (Span | undefined)[], sentence: StyledSentence, text: string): Span[] {
  const usual = usualSpan(sentence)
  const firstKnown = painted.find(span => span !== undefined) ?? usual
  const opening = /^\p{L}/u.test(sentence.text) ? firstKnown : (sentence.spans[0] ?? usual)
  const ending = sentence.spans.at(-1) ?? usual
  const result: Span[] = []
  for (let at = 0; at < text.length; at++) {
    const before = result.at(-1) ?? opening
    const after = painted.slice(at).find(span => span !== undefined)
    if (after === undefined) result.push(/\p{P}/u.test(text.slice(at)) ? ending : before)
    else result.push(painted[at] ?? between(text[at] ?? '', before, after, usual))
  }
  return result
}

/** A space or a sign between two looks: brackets go with what they hold, the rest outside of links, or with what is usual. */
function between(character: string, before: Span, after: Span, usual: Span): Span {
  if (lookOf(before) === lookOf(after)) return before
  if (/[\p{Ps}\p{Pi}¿¡]/u.test(character)) return after
  if (/[\p{Pe}\p{Pf}]/u.test(character)) return before
  if (before.within.length !== after.within.length)
    return after.within.length < before.within.length ? after : before
  const isBesideUsual = [before, after].some(span => lookOf(span) === lookOf(usual))
  const isFree = !isBesideUsual && /\s/.test(character) && String(usual.within) === String(before.within)
  return isFree || lookOf(after) === lookOf(usual) ? usual : before
}

function usualSpan({ spans }: StyledSentence): Span {
  const characters = new Map<string, number>()
  for (const span of spans)
    characters.set(lookOf(span), (characters.get(lookOf(span)) ?? 0) + span.end - span.start)
  const count = (span: Span) => characters.get(lookOf(span)) ?? 0
  return spans.reduce((most, span) => (count(span) > count(most) ? span : most))
}

function lookOf({ style, within }: Span): string {
  return `${style} ${within}`
}
