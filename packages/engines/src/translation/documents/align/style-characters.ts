/** Determines the style of each character of a translation: words by their segments, punctuation and spaces by their neighbors. */
import type { StyledSentence, StyledSpan } from '../styled-sentence.ts'
import type { Labels } from './adjust-labels.ts'
import type { StyleSegment } from './find-segments.ts'
import type { SentenceWord } from './find-words.ts'

export interface LabeledWords {
  readonly sentence: StyledSentence
  readonly segments: readonly StyleSegment[]
  readonly text: string
  readonly words: readonly SentenceWord[]
  readonly labels: Labels
}

export function styleCharacters(labeled: LabeledWords): StyledSpan[] {
  const { sentence, text, words } = labeled
  const styled: (StyledSpan | undefined)[] = Array.from({ length: text.length }, () => undefined)
  for (const [index, word] of words.entries()) styleWord(styled, labeled, word, index)
  stylePunctuation(styled, sentence, text)
  return fillGaps(styled, sentence, text)
}

function styleWord(
  styled: (StyledSpan | undefined)[],
  { sentence, segments, text, labels }: LabeledWords,
  word: SentenceWord,
  index: number,
): void {
  const owners = (labels[index] ?? []).flatMap(label => segments[label] ?? [])
  const source = owners.length === 1 && owners[0]?.words.length === 1 ? owners[0] : undefined
  const isSame = source && sentence.text.slice(source.start, source.end) === text.slice(word.start, word.end)
  if (source && isSame) {
    for (const span of source.spans)
      styled.fill(
        span,
        word.start + Math.max(0, span.start - source.start),
        word.start + Math.min(span.end, source.end) - source.start,
      )
    return
  }
  // A style change within a word, or a word for several segments: distribute the characters proportionally.
  const spans = owners.flatMap(owner => owner.spans)
  const [first] = owners
  const weights = spans.map(span =>
    owners.length === 1 && first
      ? Math.min(span.end, first.end) - Math.max(span.start, first.start)
      : span.end - span.start,
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let [at, done] = [word.start, 0]
  for (const [position, span] of spans.entries()) {
    done += weights[position] ?? 0
    const left = spans.length - position - 1
    const target = word.start + Math.round((done / total) * (word.end - word.start))
    const end = left === 0 ? word.end : Math.min(Math.max(target, at + 1), Math.max(at, word.end - left))
    styled.fill(span, at, end)
    at = end
  }
}

const punctuation = /[^\p{L}\p{N}\s]/u

/** Punctuation keeps the style of the same character in the source, if it can be matched. */
function stylePunctuation(styled: (StyledSpan | undefined)[], sentence: StyledSentence, text: string): void {
  for (const span of sentence.spans) {
    const isOnlySigns = !/[\p{L}\p{N}]/u.test(sentence.text.slice(span.start, span.end))
    for (let at = span.start; at < span.end; at++) {
      const character = sentence.text.charAt(at)
      if (!punctuation.test(character)) continue
      const sourcePositions = positionsOf(sentence.text, character)
      const positions = positionsOf(text, character)
      const isCounted = positions.length === sourcePositions.length
      const position = isCounted
        ? positions[sourcePositions.indexOf(at)]
        : nearest(positions, at, sentence.text, text)
      if (position === undefined || styled[position] !== undefined) continue
      if (isOnlySigns || (isCounted && isBeside(styled, position, span))) styled[position] = span
    }
  }
}

function isBeside(styled: readonly (StyledSpan | undefined)[], position: number, span: StyledSpan): boolean {
  const before = styled.slice(0, position).findLast(each => each !== undefined)
  const after = styled.slice(position).find(each => each !== undefined)
  return [before, after].some(each => each !== undefined && styleKeyOf(each) === styleKeyOf(span))
}

function positionsOf(text: string, character: string): number[] {
  return Array.from(
    text.matchAll(new RegExp(`[${character.replace(/[\]\\^-]/g, '\\$&')}]`, 'gu')),
    ({ index }) => index,
  )
}

function nearest(positions: readonly number[], at: number, source: string, text: string): number | undefined {
  const away = (position: number) => Math.abs(position / text.length - at / source.length)
  return [...positions].sort((one, other) => away(one) - away(other))[0]
}

function fillGaps(styled: (StyledSpan | undefined)[], sentence: StyledSentence, text: string): StyledSpan[] {
  const mainStyle = mainSpan(sentence)
  const firstKnown = styled.find(span => span !== undefined) ?? mainStyle
  const firstSpan = /^\p{L}/u.test(sentence.text) ? firstKnown : (sentence.spans[0] ?? mainStyle)
  const lastSpan = sentence.spans.at(-1) ?? mainStyle
  const result: StyledSpan[] = []
  for (let at = 0; at < text.length; at++) {
    const before = result.at(-1) ?? firstSpan
    const after = styled.slice(at).find(span => span !== undefined)
    if (after === undefined) result.push(/\p{P}/u.test(text.slice(at)) ? lastSpan : before)
    else result.push(styled[at] ?? between(text.charAt(at), before, after, mainStyle))
  }
  return result
}

/** Between two styles: brackets follow their content; otherwise outside of links, or the main style. */
function between(
  character: string,
  before: StyledSpan,
  after: StyledSpan,
  mainStyle: StyledSpan,
): StyledSpan {
  if (styleKeyOf(before) === styleKeyOf(after)) return before
  if (/[\p{Ps}\p{Pi}¿¡]/u.test(character)) return after
  if (/[\p{Pe}\p{Pf}]/u.test(character)) return before
  if (before.within.length !== after.within.length)
    return after.within.length < before.within.length ? after : before
  const isNextToMainStyle = [before, after].some(span => styleKeyOf(span) === styleKeyOf(mainStyle))
  const isFree =
    !isNextToMainStyle && /\s/.test(character) && String(mainStyle.within) === String(before.within)
  return isFree || styleKeyOf(after) === styleKeyOf(mainStyle) ? mainStyle : before
}

function mainSpan({ spans }: StyledSentence): StyledSpan {
  const characters = new Map<string, number>()
  for (const span of spans)
    characters.set(styleKeyOf(span), (characters.get(styleKeyOf(span)) ?? 0) + span.end - span.start)
  const count = (span: StyledSpan) => characters.get(styleKeyOf(span)) ?? 0
  return spans.reduce((most, span) => (count(span) > count(most) ? span : most))
}

function styleKeyOf({ style, within }: StyledSpan): string {
  return `${style} ${within}`
}
