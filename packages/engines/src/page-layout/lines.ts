/** Builds segments: words of a line without a gap wide enough to separate columns. */

import { hasRightToLeft, readingOrder } from './bidi.ts'
import { type Box, boxAround, type Fragment, type Rule } from './page-model.ts'

export interface Word extends Fragment {
  /** Positioned separately, without a space character before it. */
  readonly isPlaced: boolean
  /** A vertical rule separates it from the word before. */
  readonly isBehindRule?: boolean
  readonly script?: 'super' | 'sub'
  readonly isUnderlined: boolean
  readonly isStruck?: boolean
  readonly highlight?: string | undefined
}

export interface Segment extends Box {
  readonly words: readonly Word[]
  readonly baseline: number
  /** Of most of its characters. */
  readonly size: number
}

/** In font sizes. */
const sameBaseline = 0.18
const wordGap = 0.16
export const segmentGap = 0.65
const scriptSize = 0.82
/** In points. */
const tolerance = 0.8

/** Gaps wider than `columnGap`, in font sizes, may separate columns, as do vertical rules. */
export function buildSegments(
  fragments: readonly Fragment[],
  columnGap = segmentGap,
  rules: readonly Rule[] = [],
): Segment[] {
  const lines = groupByBaseline(dropDoubles(fragments))
  const vertical = rules.filter(rule => !rule.isHorizontal)
  const isColumn = columnFinder(lines)
  const segments = lines
    .flatMap(line => splitAtGaps(joinWords(line, vertical, isColumn), columnGap))
    .map(segmentOf)
  return attachScripts(segments)
}

/** In font sizes: a wider gap before or behind a text shows where a column begins or ends. */
const clearGap = 0.6
const minColumnRows = 3

/** Lines of the same table, in font sizes. */
const maxTableDistance = 12

/** Finds where a column begins or ends between two texts without a gap, as it does on lines near them. */
function columnFinder(lines: readonly (readonly Fragment[])[]): (one: Fragment, other: Fragment) => boolean {
  const [starts, ends] = [new Map<number, number[]>(), new Map<number, number[]>()]
  const add = (edges: Map<number, number[]>, x: number, baseline: number) => {
    const key = Math.round(x)
    edges.set(key, [...(edges.get(key) ?? []), baseline])
  }
  for (const line of lines)
    line.forEach((fragment, at) => {
      const before = line[at - 1]
      if (!before || fragment.left - before.right < clearGap * fragment.size) return
      add(starts, fragment.left, fragment.baseline)
      add(ends, before.right, before.baseline)
    })
  const count = (edges: Map<number, number[]>, x: number, { baseline, size }: Fragment) =>
    (edges.get(Math.round(x)) ?? []).filter(y => Math.abs(y - baseline) < maxTableDistance * size).length
  return (one, other) =>
    other.isMoved === true &&
    (count(starts, other.left, other) >= minColumnRows || count(ends, one.right, one) >= minColumnRows)
}

function isBetweenRules(one: Fragment, other: Fragment, vertical: readonly Rule[]): boolean {
  return vertical.some(
    ({ left, right, top, bottom }) =>
      left > one.right - tolerance &&
      right < other.left + tolerance &&
      top < one.baseline - 0.2 * one.size &&
      bottom > one.baseline - 0.3 * one.size,
  )
}

/** Bold or shadowed text is sometimes drawn twice with a tiny offset. */
function dropDoubles(fragments: readonly Fragment[]): Fragment[] {
  const seen = new Map<string, Fragment[]>()
  return fragments.filter(fragment => {
    const twins = seen.get(fragment.text) ?? []
    const isDouble = twins.some(
      twin =>
        Math.abs(twin.left - fragment.left) < fragment.size * 0.12 &&
        Math.abs(twin.baseline - fragment.baseline) < fragment.size * 0.12,
    )
    if (!isDouble) seen.set(fragment.text, [...twins, fragment])
    return !isDouble
  })
}

function groupByBaseline(fragments: readonly Fragment[]): Fragment[][] {
  const lines: { baseline: number; fragments: Fragment[] }[] = []
  for (const fragment of [...fragments].sort((a, b) => a.baseline - b.baseline)) {
    const line = lines.at(-1)
    if (line && fragment.baseline - line.baseline <= Math.max(0.7, sameBaseline * fragment.size))
      line.fragments.push(fragment)
    else lines.push({ baseline: fragment.baseline, fragments: [fragment] })
  }
  return lines.map(line => line.fragments.sort((a, b) => a.left - b.left))
}

function hasSameStyle(one: Fragment, other: Fragment): boolean {
  return (
    !one.image &&
    !other.image &&
    one.font.name === other.font.name &&
    one.font.isBold === other.font.isBold &&
    one.font.isItalic === other.font.isItalic &&
    Math.abs(one.size - other.size) < 0.3 &&
    one.color === other.color &&
    one.link === other.link
  )
}

/** Merges adjacent fragments of the same style into words; those of different style stay separate words without a space. */
function joinWords(
  fragments: readonly Fragment[],
  vertical: readonly Rule[],
  isColumn: (one: Fragment, other: Fragment) => boolean,
): Word[] {
  const words: Word[] = []
  const spacing = letterSpacing(fragments)
  for (const fragment of fragments) {
    const last = words.at(-1)
    const gap = last ? fragment.left - last.right : Infinity
    const isBehindRule = last !== undefined && isBetweenRules(last, fragment, vertical)
    const isTouching =
      last !== undefined &&
      !isBehindRule &&
      !fragment.isAfterSpace &&
      gap < (spacing ?? wordGapBetween(last, fragment)) &&
      !isColumn(last, fragment)
    if (last && isTouching && hasSameStyle(last, fragment)) {
      words[words.length - 1] = {
        ...last,
        text: last.text + fragment.text,
        right: Math.max(last.right, fragment.right),
        ...(fragment.wordGap !== undefined && { wordGap: fragment.wordGap }),
      }
    } else
      words.push({
        ...fragment,
        isAfterSpace: !isTouching,
        isPlaced: !fragment.isAfterSpace,
        ...(isBehindRule && { isBehindRule }),
        isUnderlined: false,
      })
  }
  return words.map(word =>
    hasRightToLeft(word.text) && !word.isInReadingOrder ? { ...word, text: readingOrder(word.text) } : word,
  )
}

/** Smallest gap that separates two words. */
function wordGapBetween(one: Fragment, other: Fragment): number {
  return Math.min(one.wordGap ?? wordGap * one.size, other.wordGap ?? wordGap * other.size)
}

/** Letter-spaced text: if nearly all fragments are single letters with even gaps, the gaps are not spaces. */
function letterSpacing(fragments: readonly Fragment[]): number | undefined {
  const single = fragments.filter(fragment => [...fragment.text].length === 1 && !isIdeograph(fragment.text))
  if (fragments.length < 5 || single.length < fragments.length * 0.85) return undefined
  const gaps = fragments
    .slice(1)
    .map((fragment, index) => (fragment.left - (fragments[index]?.right ?? 0)) / fragment.size)
    .sort((a, b) => a - b)
  const typicalGap = gaps[Math.floor(gaps.length * 0.4)] ?? 0
  const size = Math.min(...fragments.map(fragment => fragment.size))
  return typicalGap > wordGap && typicalGap < 0.8 ? typicalGap * 1.5 * size : undefined
}

export function isIdeograph(text: string): boolean {
  return /[\u3000-\u30FF\u3400-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF\uAC00-\uD7AF]/.test(text)
}

function splitAtGaps(words: readonly Word[], columnGap: number): Word[][] {
  const parts: Word[][] = []
  for (const word of words) {
    const part = parts.at(-1)
    const last = part?.at(-1)
    const isNear = last !== undefined && word.left - last.right <= columnGap * Math.max(last.size, word.size)
    if (part && isNear && !word.isBehindRule) part.push(word)
    else parts.push([word])
  }
  return parts
}

export function segmentOf(words: readonly Word[]): Segment {
  const largest = words.reduce((best, word) => (weight(word) > weight(best) ? word : best))
  const size = largest.size
  const box = boxAround(
    words.map(word => ({
      left: word.left,
      right: word.right,
      top: word.baseline - word.size * 0.8,
      bottom: word.baseline + word.size * 0.22,
    })),
  )
  return { ...box, words, baseline: largest.baseline, size }
}

function weight(word: Word): number {
  return word.text.length * (word.script ? 0.1 : 1)
}

/** Attaches superscripts and subscripts to their line. */
function attachScripts(segments: readonly Segment[]): Segment[] {
  const kept: Segment[] = []
  const small: Segment[] = []
  const hosts = (script: Segment) =>
    segments.filter(
      host =>
        host !== script &&
        script.size <= host.size * scriptSize &&
        script.baseline < host.baseline + host.size * 0.45 &&
        script.baseline > host.baseline - host.size * 0.75 &&
        script.left > host.left - host.size * 0.6 &&
        script.left < host.right + host.size * 0.5 &&
        script.right - script.left < host.size * 8,
    )
  const joined = new Map<Segment, Word[]>()
  for (const segment of segments) {
    const candidates = hosts(segment)
    const host = candidates.sort((a, b) => distance(a, segment) - distance(b, segment))[0]
    if (!host || hosts(host).length > 0) {
      kept.push(segment)
      continue
    }
    small.push(segment)
    const script = segment.baseline < host.baseline ? ('super' as const) : ('sub' as const)
    joined.set(host, [...(joined.get(host) ?? []), ...segment.words.map(word => ({ ...word, script }))])
  }
  if (small.length === 0) return kept
  return kept.map(segment => {
    const scripts = joined.get(segment)
    if (!scripts) return segment
    return segmentOf(insertByPosition(segment.words, scripts))
  })
}

function distance(host: Segment, script: Segment): number {
  return (
    Math.abs(host.baseline - script.baseline) +
    Math.max(0, script.left - host.right, host.left - script.right)
  )
}

function insertByPosition(words: readonly Word[], scripts: readonly Word[]): Word[] {
  const all = [...words, ...scripts].sort((a, b) => a.left - b.left)
  return all.map((word, index) => {
    const last = all[index - 1]
    if (!last || (!word.script && !last.script)) return word
    return { ...word, isAfterSpace: word.left - last.right > wordGapBetween(last, word) }
  })
}
