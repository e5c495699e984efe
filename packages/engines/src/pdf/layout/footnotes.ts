/** Takes footnotes from the foot of a page and ties them to their signs in the text. */
import type { Fragment, Rule } from '../read/page-model.ts'
import { flowLines } from './flow-lines.ts'
import type { HyphenatedWords } from './join-lines.ts'
import { buildSegments } from './lines.ts'
import type { Block, Footnote, Paragraph, Span } from './model.ts'
import { buildParagraphs, type ColumnBounds } from './paragraphs.ts'

export interface PageNotes {
  readonly notes: ReadonlyMap<string, Footnote>
  readonly rest: readonly Fragment[]
}

const noteSign = /^(\d{1,3}|[*†‡§])[.)]?$/

/** Notes stand below a short rule, in smaller letters, and each begins with its sign. */
export function takeFootnotes(
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
  let current: { sign: string; paragraphs: Paragraph[] } | undefined
  for (const paragraph of paragraphs) {
    const sign = signOf(paragraph)
    if (sign) {
      current = { sign: sign.text, paragraphs: [{ ...paragraph, spans: sign.rest }] }
      notes.set(sign.text, { number: notes.size + 1, paragraphs: current.paragraphs })
    } else if (current) current.paragraphs.push(paragraph)
    else return none
  }
  const above = fragments.filter(fragment => fragment.baseline <= separator.bottom)
  const isSigned = [...notes.keys()].every(sign =>
    above.some(({ text }) => text === sign || text.endsWith(sign)),
  )
  return isSigned && notes.size > 0 ? { notes, rest: above } : none
}

function isAboveNotes(rule: Rule, fragments: readonly Fragment[], bodySize: number): boolean {
  const below = fragments.filter(fragment => fragment.baseline > rule.bottom)
  const above = fragments.filter(fragment => fragment.baseline <= rule.bottom)
  return below.length > 0 && above.length > 0 && below.every(fragment => fragment.size < 0.96 * bodySize)
}

function signOf(paragraph: Paragraph): { text: string; rest: Span[] } | undefined {
  const [first, ...others] = paragraph.spans
  if (!first) return undefined
  const [word = '', ...rest] = first.text.trimStart().split(/\s+/)
  const match = noteSign.exec(word)
  if (!match || (first.style.script === undefined && rest.length === 0)) return undefined
  const text = first.text.trimStart().slice(word.length).trimStart()
  const spans = [...(text === '' ? [] : [{ ...first, text }]), ...others]
  const [lead, ...tail] = spans
  if (!lead) return undefined
  return { text: match[1] ?? '', rest: [{ ...lead, text: lead.text.trimStart() }, ...tail] }
}

/** Puts each note where its sign stands; answers which were found. */
export function tieNotes(
  blocks: readonly Block[],
  notes: ReadonlyMap<string, Footnote>,
  tied: Set<string>,
): Block[] {
  if (notes.size === 0) return [...blocks]
  return blocks.map(block => {
    if (block.kind !== 'paragraph') return block
    const spans = block.spans.map(span => {
      const sign = span.text.trim()
      const note = span.style.script === 'super' && !tied.has(sign) ? notes.get(sign) : undefined
      if (!note) return span
      tied.add(sign)
      return { ...span, note }
    })
    return { ...block, spans }
  })
}
