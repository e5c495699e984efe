/**
 * Splits a long text into sections with a textarea each: browsers lay out a whole textarea on every keystroke,
 * which takes half a second for a book.
 */
import type { TextEdit } from './text-edit.ts'

/** A section ends with the first line that reaches this length. */
const sectionCharacters = 8000

/** Returns at least one section. The line break between two sections belongs to neither. */
export function splitIntoSections(text: string): readonly string[] {
  const sections: string[] = []
  let start = 0
  for (;;) {
    const lineEnd = text.indexOf('\n', start + sectionCharacters)
    if (lineEnd === -1) return [...sections, text.slice(start)]
    sections.push(text.slice(start, lineEnd))
    start = lineEnd + 1
  }
}

export function joinSections(sections: readonly string[]): string {
  return sections.join('\n')
}

/**
 * Applies an edit: untouched sections keep their identity, touched ones are merged. None is split, because it
 * contains the caret.
 */
export function editSections(
  sections: readonly string[],
  { start, end, inserted }: TextEdit,
): readonly string[] {
  const starts = sectionStartsOf(sections)
  const first = findSection(starts, start)
  const last = findSection(starts, end)
  const touched = joinSections(sections.slice(first.index, last.index + 1))
  const changed = touched.slice(0, first.offset) + inserted + touched.slice(first.offset + end - start)
  return [...sections.slice(0, first.index), changed, ...sections.slice(last.index + 1)]
}

export interface SectionPosition {
  readonly index: number
  readonly offset: number
}

/** Offset of each section in the text. */
export function sectionStartsOf(sections: readonly string[]): readonly number[] {
  let start = 0
  return sections.map(({ length }) => {
    const sectionStart = start
    start += length + 1
    return sectionStart
  })
}

/** The section that contains an offset. Binary search, because there are thousands of highlights. */
export function findSection(starts: readonly number[], offset: number): SectionPosition {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle
  }
  return { index: low, offset: offset - (starts[low] ?? 0) }
}

/** A range of the text or of a section. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** Groups ranges by the section they start in, relative to that section. */
export function groupBySection(
  sections: readonly string[],
  ranges: readonly TextRange[],
): ReadonlyMap<number, readonly TextRange[]> {
  const starts = sectionStartsOf(sections)
  const grouped = new Map<number, TextRange[]>()
  for (const { start, end } of ranges) {
    const { index, offset } = findSection(starts, start)
    const group = grouped.get(index) ?? []
    group.push({ start: offset, end: Math.min(offset + end - start, sections[index]?.length ?? 0) })
    grouped.set(index, group)
  }
  return grouped
}
