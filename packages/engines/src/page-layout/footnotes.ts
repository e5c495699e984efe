/** Extracts footnotes from the bottom of a page and links them to their marks in the text. */

import { flowLines } from './flow-lines.ts'
import type { HyphenatedWords } from './join-lines.ts'
import { buildSegments } from './lines.ts'
import { type Block, type Footnote, type Paragraph, plainText, type Span } from './model.ts'
import type { Fragment, Rule } from './page-model.ts'
import { buildParagraphs, type ColumnBounds } from './paragraphs.ts'

export interface PageNotes {
  readonly notes: ReadonlyMap<string, Footnote>
  readonly rest: readonly Fragment[]
}

interface NotesPage {
  readonly height: number
  readonly bodySize: number
  readonly isRightToLeft: boolean
}

const noteMark = /^(\d{1,3}|[*†‡§])[.)]?$/

/** Footnotes are below a short rule, in smaller type, and each starts with its mark; each column may have its own. */
export function extractFootnotes(
  fragments: readonly Fragment[],
  rules: readonly Rule[],
  page: NotesPage,
  bounds: ColumnBounds,
  hyphenated: HyphenatedWords,
): PageNotes {
  const middle = (bounds.left + bounds.right) / 2
  const whole = notesOf(fragments, rules, page, bounds, hyphenated)
  if (whole) return whole
  const notes = new Map<string, Footnote>()
  let rest = fragments
  for (const column of [
    { left: bounds.left, right: middle },
    { left: middle, right: bounds.right },
  ]) {
    const isOwn = ({ left, right }: { left: number; right: number }) =>
      left >= column.left - columnSlack && right <= column.right + columnSlack
    const own = rest.filter(isOwn)
    const found = notesOf(own, rules.filter(isOwn), page, column, hyphenated)
    if (!found) continue
    for (const [mark, { paragraphs }] of found.notes) notes.set(mark, { number: notes.size + 1, paragraphs })
    rest = [...rest.filter(fragment => !isOwn(fragment)), ...found.rest]
  }
  return { notes, rest }
}

/** In points. */
const columnSlack = 4

/** Undefined without footnotes. */
function notesOf(
  fragments: readonly Fragment[],
  rules: readonly Rule[],
  page: NotesPage,
  bounds: ColumnBounds,
  hyphenated: HyphenatedWords,
): PageNotes | undefined {
  const width = bounds.right - bounds.left
  const separator = rules.find(
    rule =>
      rule.isHorizontal &&
      rule.top > 0.4 * page.height &&
      rule.right - rule.left < 0.6 * width &&
      rule.right - rule.left > 0.08 * width &&
      isAboveNotes(rule, fragments, page.bodySize),
  )
  const end = separator?.bottom ?? smallTypeFrom(fragments, page)
  if (end === undefined) return undefined
  const below = fragments.filter(fragment => fragment.baseline > end)
  const lines = flowLines(buildSegments(below), () => undefined, page.isRightToLeft)
  const paragraphs = buildParagraphs(lines, bounds, hyphenated)
  const notes = new Map<string, Footnote>()
  let current: Paragraph[] | undefined
  /** A raised mark may be on a separate line. */
  let raisedMark: string | undefined
  for (const paragraph of paragraphs) {
    const lone = noteMark.exec(plainText(paragraph.spans).trim())?.[1]
    // Without a rule above them, only raised marks distinguish notes from other small type.
    const own = separator || paragraph.spans[0]?.style.script === 'super' ? markOf(paragraph) : undefined
    const mark = raisedMark === undefined ? own : { text: raisedMark, rest: paragraph.spans }
    raisedMark = undefined
    if (lone !== undefined) raisedMark = lone
    else if (mark) {
      current = [{ ...paragraph, spans: mark.rest }]
      notes.set(mark.text, { number: notes.size + 1, paragraphs: current })
    } else if (current) current.push(paragraph)
    else return undefined
  }
  const above = fragments.filter(fragment => fragment.baseline <= end)
  const hasAllMarks = [...notes.keys()].every(mark =>
    above.some(({ text }) => text === mark || text.endsWith(mark)),
  )
  return hasAllMarks && notes.size > 0 ? { notes, rest: above } : undefined
}

/** Where the type at the bottom of the page or column becomes smaller; undefined if it does not. */
function smallTypeFrom(fragments: readonly Fragment[], { height, bodySize }: NotesPage): number | undefined {
  const bodyEnd = fragments.reduce(
    (lowest, { baseline, size }) => (size < 0.93 * bodySize ? lowest : Math.max(lowest, baseline)),
    0,
  )
  const isLow = bodyEnd > 0.4 * height
  return isLow && fragments.some(({ baseline }) => baseline > bodyEnd + 0.5 * bodySize)
    ? bodyEnd + 1
    : undefined
}

function isAboveNotes(rule: Rule, fragments: readonly Fragment[], bodySize: number): boolean {
  const below = fragments.filter(fragment => fragment.baseline > rule.bottom)
  const above = fragments.filter(fragment => fragment.baseline <= rule.bottom)
  return below.length > 0 && above.length > 0 && below.every(fragment => fragment.size < 0.96 * bodySize)
}

function markOf(paragraph: Paragraph): { text: string; rest: Span[] } | undefined {
  const [first, ...others] = paragraph.spans
  if (!first) return undefined
  const [word = '', ...rest] = first.text.trimStart().split(/\s+/)
  const match = noteMark.exec(word)
  if (!match || (first.style.script === undefined && rest.length === 0)) return undefined
  const text = first.text.trimStart().slice(word.length).trimStart()
  const spans = [...(text === '' ? [] : [{ ...first, text }]), ...others]
  const [lead, ...tail] = spans
  if (!lead) return undefined
  return { text: match[1] ?? '', rest: [{ ...lead, text: lead.text.trimStart() }, ...tail] }
}

/** Attaches each note to its first superscript mark and records the linked marks in `linked`. */
export function linkFootnotes(
  blocks: readonly Block[],
  notes: ReadonlyMap<string, Footnote>,
  linked: Set<string>,
): Block[] {
  if (notes.size === 0) return [...blocks]
  return blocks.map(block => {
    if (block.kind !== 'paragraph') return block
    const spans = block.spans.map(span => {
      const mark = span.text.trim()
      const note = span.style.script === 'super' && !linked.has(mark) ? notes.get(mark) : undefined
      if (!note) return span
      linked.add(mark)
      return { ...span, note }
    })
    return { ...block, spans }
  })
}
