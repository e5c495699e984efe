import { expect, test } from 'vitest'
import { applyEdit } from './text-edit.ts'
import {
  editSections,
  findSection,
  groupBySection,
  joinSections,
  sectionStartsOf,
  splitIntoSections,
} from './text-sections.ts'

const line = `${'word '.repeat(900)}\n`
const text = `${line.repeat(12)}the end`
const sections = splitIntoSections(text)
const first = sections[0]?.length ?? 0

test('splitIntoSections: sections join to the text and end at line breaks', () => {
  expect(sections.length).toBeGreaterThan(3)
  expect(joinSections(sections)).toBe(text)
  for (const section of sections.slice(0, -1)) expect(section.endsWith('word ')).toBe(true)
  expect(splitIntoSections('')).toEqual([''])
  expect(splitIntoSections('a letter\n')).toEqual(['a letter\n'])
})

test.each([
  ['a letter', { start: 100, end: 100, inserted: 'x' }],
  ['a line break', { start: 100, end: 100, inserted: '\n' }],
  ['at the end of a section', { start: first, end: first, inserted: 'x' }],
  ['the line break between two sections', { start: first, end: first + 1, inserted: '' }],
  ['over several sections', { start: 50, end: 40_000, inserted: 'short' }],
  ['a whole chapter', { start: 100, end: 100, inserted: line.repeat(9) }],
  ['everything', { start: 0, end: text.length, inserted: '' }],
  ['the end', { start: text.length, end: text.length, inserted: '\n\nmore' }],
])('editSections: sections join to the edited text: %s', (_what, edit) => {
  expect(joinSections(editSections(sections, edit))).toBe(applyEdit(text, edit))
})

test('editSections: typing changes only one section', () => {
  const changed = editSections(sections, { start: 20_000, end: 20_000, inserted: 'x\n' })
  expect(changed).toHaveLength(sections.length)
  expect(changed.filter((section, index) => section !== sections[index])).toHaveLength(1)
})

test('findSection: the end of a section belongs to it, what follows the line break to the next', () => {
  const starts = sectionStartsOf(sections)
  expect(findSection(starts, first)).toEqual({ index: 0, offset: first })
  expect(findSection(starts, first + 1)).toEqual({ index: 1, offset: 0 })
  expect(findSection(starts, text.length).index).toBe(sections.length - 1)
})

test('groupBySection: ranges are relative to their section', () => {
  const grouped = groupBySection(sections, [
    { start: 5, end: 9 },
    { start: first + 6, end: first + 10 },
  ])
  expect(grouped.get(0)).toEqual([{ start: 5, end: 9 }])
  expect(grouped.get(1)).toEqual([{ start: 5, end: 9 }])
})
