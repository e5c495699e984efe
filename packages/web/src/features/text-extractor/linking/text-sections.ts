/** A text in sections with a field each: a browser lays out a whole field for every letter typed, and a book would take it half a second. Pure. */
import type { TextEdit } from './text-edit.ts'

/** A section ends with the first line that reaches this: some pages. */
const sectionCharacters = 8000

/** Never none. Between two of them is a line break that belongs to neither. */
export function cutText(text: string): readonly string[] {
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

/** Sections that the change does not touch stay as they are; those it goes over become one. None is cut: the caret is in it. */
export function editSections(
  sections: readonly string[],
  { start, end, inserted }: TextEdit,
): readonly string[] {
  const starts = startsOf(sections)
  const first = findSection(starts, start)
  const last = findSection(starts, end)
  const touched = joinSections(sections.slice(first.index, last.index + 1))
  const changed = touched.slice(0, first.offset) + inserted + touched.slice(first.offset + end - start)
  return [...sections.slice(0, first.index), changed, ...sections.slice(last.index + 1)]
}

export interface SectionPlace {
  readonly index: number
  readonly offset: number
}

/** Where each section begins in the text. */
export function startsOf(sections: readonly string[]): readonly number[] {
  let start = 0
  return sections.map(({ length }) => {
    const own = start
    start += length + 1
    return own
  })
}

/** Which section a place of the text is in. By halving, for there are thousands of marks. */
export function findSection(starts: readonly number[], offset: number): SectionPlace {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle
  }
  return { index: low, offset: offset - (starts[low] ?? 0) }
}

/** A stretch of the text, or of a section. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

/** Stretches by the section they begin in, counted from its beginning. */
export function partBySection(
  sections: readonly string[],
  stretches: readonly Stretch[],
): ReadonlyMap<number, readonly Stretch[]> {
  const starts = startsOf(sections)
  const parted = new Map<number, Stretch[]>()
  for (const { start, end } of stretches) {
    const { index, offset } = findSection(starts, start)
    const own = parted.get(index) ?? []
    own.push({ start: offset, end: Math.min(offset + end - start, sections[index]?.length ?? 0) })
    parted.set(index, own)
  }
  return parted
}
