/** Detects headings by structure tags, outline, size, weight and numbering. */

import { type Paragraph, plainText } from './model.ts'
import { boxWidth, type OutlineEntry } from './page-model.ts'

export interface BodyStyle {
  readonly size: number
  readonly isBold: boolean
}

const maxLevel = 4
const maxLength = 200
const numbering =
  /^(?:chapter|section|part|kapitel|chapitre|appendix)?\s*(\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+\p{L}/iu
const closing = /[.,;:!?…]$/

interface Candidate {
  readonly paragraph: Paragraph
  readonly text: string
  /** Higher for larger type, with a small bonus for bold. */
  readonly rank: number
  readonly knownLevel: number | undefined
}

/** Maps headings to their level. */
export function findHeadings(
  paragraphs: readonly Paragraph[],
  body: BodyStyle,
  outline: readonly OutlineEntry[],
  taggedLevel: (paragraph: Paragraph) => number | undefined,
): Map<Paragraph, number> {
  const outlined = new Map(outline.map(entry => [normalizeTitle(entry.title), entry.level]))
  const candidates = paragraphs.flatMap((paragraph, index): Candidate[] => {
    const text = plainText(paragraph.spans).trim()
    const knownLevel = taggedLevel(paragraph) ?? outlined.get(normalizeTitle(text))
    const isHeading =
      knownLevel !== undefined || looksLikeHeading(paragraph, text, body, paragraphs[index + 1])
    return isHeading ? [{ paragraph, text, rank: rankOf(paragraph), knownLevel }] : []
  })
  const levels = levelsByRank(candidates)
  return new Map(
    candidates.map(({ paragraph, rank, knownLevel }) => [
      paragraph,
      Math.min(maxLevel, knownLevel ?? levels.get(rank) ?? maxLevel),
    ]),
  )
}

function looksLikeHeading(
  paragraph: Paragraph,
  text: string,
  body: BodyStyle,
  next: Paragraph | undefined,
): boolean {
  if (text.length < 2 || text.length > maxLength || !/\p{L}{2}/u.test(text)) return false
  if (text.includes('\t') || paragraph.box.bottom - paragraph.box.top > 4.5 * paragraph.size) return false
  const isLarger = paragraph.size >= body.size * 1.12
  const isBold = allBold(paragraph) && !body.isBold
  if (isLarger) return paragraph.size >= body.size * 1.3 || isBold || !/[.,;]$/.test(text)
  if (!isBold || closing.test(text) || text.length > 110) return false
  if (paragraph.size < body.size * 0.93) return false
  // A bold line is a heading if non-bold text follows.
  return next !== undefined && !allBold(next)
}

function allBold(paragraph: Paragraph): boolean {
  return paragraph.spans.every(span => span.style.isBold || span.text.trim() === '')
}

function rankOf(paragraph: Paragraph): number {
  return Math.round(paragraph.size * 2) + (allBold(paragraph) ? 0.5 : 0)
}

/** The largest is level 1; a level from tags or outline applies to all headings of the same style. */
function levelsByRank(candidates: readonly Candidate[]): Map<number, number> {
  const ranks = [...new Set(candidates.map(({ rank }) => rank))].sort((a, b) => b - a)
  const levels = new Map<number, number>()
  let level = 0
  for (const rank of ranks) {
    const alike = candidates.filter(candidate => candidate.rank === rank)
    const knownLevel = alike.flatMap(candidate => candidate.knownLevel ?? [])[0]
    const depths = alike.flatMap(({ text }) => {
      const number = numbering.exec(text)?.[1]
      return number ? [number.split('.').length] : []
    })
    const isNumbered = depths.length >= Math.max(2, alike.length * 0.6) && new Set(depths).size === 1
    const isSole = level === 0 && alike.length === 1 && ranks.length > 1
    level =
      knownLevel ??
      (isNumbered && !isSole ? Math.max(depths[0] ?? 1, Math.min(level, depths[0] ?? 1)) : level + 1)
    levels.set(rank, level)
  }
  return levels
}

/** In font sizes. */
const maxLineGap = 0.6
/** Share of the column width. */
const minContinuedWidth = 0.6

/** The second is another line of the first: a long heading whose lines were taken for separate ones. */
export function isHeadingContinued(first: Paragraph, second: Paragraph, columnWidth: number): boolean {
  const gap = second.box.top - first.box.bottom
  const text = plainText(second.spans).trim()
  return (
    first.role.kind === 'heading' &&
    second.role.kind === 'heading' &&
    Math.abs(first.size - second.size) < 0.4 &&
    gap > -0.5 * first.size &&
    gap < maxLineGap * first.size &&
    boxWidth(first.box) > minContinuedWidth * columnWidth &&
    !numbering.test(text) &&
    !closing.test(plainText(first.spans).trim()) &&
    (first.alignment === 'center') === (second.alignment === 'center')
  )
}

function normalizeTitle(text: string): string {
  return text
    .toLowerCase()
    .replace(/^[\d.\s]+/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')
}
