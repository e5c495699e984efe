/** Extracts footnotes from the bottom of a page and links them to their marks in the text. */

import { flowLines } from './flow-lines.ts'
import type { HyphenatedWords } from './join-lines.ts'
import { buildSegments } from './lines.ts'
import type { Block, Footnote, Paragraph, Span } from './model.ts'
import type { Fragment, Rule } from './page-model.ts'
import { buildParagraphs, type ColumnBounds } from './paragraphs.ts'

export interface PageNotes {
  readonly notes: ReadonlyMap<string, Footnote>
  readonly rest: readonly Fragment[]
}

const noteMark = /^(\d{1,3}|[*†‡§])[.)]?$/

/** Footnotes are below a short rule, in smaller type, and each starts with its mark. */
export function extractFootnotes(
  fragments: readonly Fragment[],
  rules: readonly Rule[],
  page: { readonly height: number; readonly bodySize: number },
  bounds: ColumnBounds,
  hyphenated: HyphenatedWords,
): PageNotes {
  const none = { notes: new Map<string, Footnote>(), rest: fragments }
  const width = bounds.right - bounds.left
  const separator = rules.find(
    rule =>
      rule.isHorizontal &&
      rule.top > 0.4 * page.height &&
      rule.right - rule.left < 0.6 * width &&
      rule.right - rule.left > 0.08 * width &&
      isAboveNotes(rule, fragments, page.bodySize),
  )
  if (!separator) return none
  const below = fragments.filter(fragment => fragment.baseline > separator.bottom)
  const lines = flowLines(buildSegments(below), () => undefined)
  const paragraphs = buildParagraphs(lines, bounds, hyphenated)
  const notes = new Map<string, Footnote>()
  let current: { mark: string; paragraphs: Paragraph[] } | undefined
  for (const paragraph of paragraphs) {
    const mark = markOf(paragraph)
    if (mark) {
      current = { mark: mark.text, paragraphs: [{ ...paragraph, spans: mark.rest }] }
      notes.set(mark.text, { number: notes.size + 1, paragraphs: current.paragraphs })
    } else if (current) current.paragraphs.push(paragraph)
    else return none
  }
  const above = fragments.filter(fragment => fragment.baseline <= separator.bottom)
  const hasAllMarks = [...notes.keys()].every(mark =>
    above.some(({ text }) => text === mark || text.endsWith(mark)),
  )
  return hasAllMarks && notes.size > 0 ? { notes, rest: above } : none
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
