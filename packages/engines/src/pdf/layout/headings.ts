/** Finds headings by what sets them apart: tags, the outline, size, weight and numbers. */
import type { OutlineEntry } from '../read/page-model.ts'
import { type Paragraph, plainText } from './model.ts'

export interface TextLooks {
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
  /** Larger ranks higher: the size, and a little for weight. */
  readonly rank: number
  readonly told: number | undefined
}

/** Answers the level of each paragraph that is a heading. */
export function findHeadings(
  paragraphs: readonly Paragraph[],
  body: TextLooks,
  outline: readonly OutlineEntry[],
  toldLevel: (paragraph: Paragraph) => number | undefined,
): Map<Paragraph, number> {
  const outlined = new Map(outline.map(entry => [bare(entry.title), entry.level]))
  const candidates = paragraphs.flatMap((paragraph, index): Candidate[] => {
    const text = plainText(paragraph.spans).trim()
    const told = toldLevel(paragraph) ?? outlined.get(bare(text))
    const isOne = told !== undefined || looksLikeHeading(paragraph, text, body, paragraphs[index + 1])
    return isOne ? [{ paragraph, text, rank: rankOf(paragraph), told }] : []
  })
  const levels = levelsByRank(candidates)
  return new Map(
    candidates.map(({ paragraph, rank, told }) => [
      paragraph,
      Math.min(maxLevel, told ?? levels.get(rank) ?? maxLevel),
    ]),
  )
}

function looksLikeHeading(
  paragraph: Paragraph,
  text: string,
  body: TextLooks,
  next: Paragraph | undefined,
): boolean {
  if (text.length < 2 || text.length > maxLength || !/\p{L}{2}/u.test(text)) return false
  if (text.includes('\t') || paragraph.box.bottom - paragraph.box.top > 4.5 * paragraph.size) return false
  const isLarger = paragraph.size >= body.size * 1.12
  const isBold = allBold(paragraph) && !body.isBold
  if (isLarger) return paragraph.size >= body.size * 1.3 || isBold || !/[.,;]$/.test(text)
  if (!isBold || closing.test(text) || text.length > 110) return false
  if (paragraph.size < body.size * 0.93) return false
  // A bold line is a heading when something that is not bold follows below it.
  return next !== undefined && !allBold(next)
}

function allBold(paragraph: Paragraph): boolean {
  return paragraph.spans.every(span => span.style.isBold || span.text.trim() === '')
}

function rankOf(paragraph: Paragraph): number {
  return Math.round(paragraph.size * 2) + (allBold(paragraph) ? 0.5 : 0)
}

/** The largest is level 1; what the tags or the outline say fixes the level of everything that looks the same. */
function levelsByRank(candidates: readonly Candidate[]): Map<number, number> {
  const ranks = [...new Set(candidates.map(({ rank }) => rank))].sort((a, b) => b - a)
  const levels = new Map<number, number>()
  let level = 0
  for (const rank of ranks) {
    const alike = candidates.filter(candidate => candidate.rank === rank)
    const told = alike.flatMap(candidate => candidate.told ?? [])[0]
    const depths = alike.flatMap(({ text }) => {
      const number = numbering.exec(text)?.[1]
      return number ? [number.split('.').length] : []
    })
    const isNumbered = depths.length >= Math.max(2, alike.length * 0.6) && new Set(depths).size === 1
    const isSole = level === 0 && alike.length === 1 && ranks.length > 1
    level =
      told ?? (isNumbered && !isSole ? Math.max(depths[0] ?? 1, Math.min(level, depths[0] ?? 1)) : level + 1)
    levels.set(rank, level)
  }
  return levels
}

function bare(text: string): string {
  return text
    .toLowerCase()
    .replace(/^[\d.\s]+/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')
}
