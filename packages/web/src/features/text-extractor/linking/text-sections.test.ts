import { expect, test } from 'vitest'
import { applyEdit } from './text-edit.ts'
import { cutText, editSections, findSection, joinSections, partBySection, startsOf } from './text-sections.ts'

const line = `${'word '.repeat(900)}\n`
const text = `${line.repeat(12)}the end`
const sections = cutText(text)
const first = sections[0]?.length ?? 0

test('the sections are the text, and end where lines do', () => {
  expect(sections.length).toBeGreaterThan(3)
  expect(joinSections(sections)).toBe(text)
  for (const section of sections.slice(0, -1)) expect(section.endsWith('word ')).toBe(true)
  expect(cutText('')).toEqual([''])
  expect(cutText('a letter\n')).toEqual(['a letter\n'])
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
])('after a change the sections are the changed text: %s', (_what, edit) => {
  expect(joinSections(editSections(sections, edit))).toBe(applyEdit(text, edit))
})

test('typing leaves all sections but one as they are', () => {
  const changed = editSections(sections, { start: 20_000, end: 20_000, inserted: 'x\n' })
  expect(changed).toHaveLength(sections.length)
  expect(changed.filter((section, index) => section !== sections[index])).toHaveLength(1)
})

test('the end of a section belongs to it, what comes behind the line break to the next', () => {
  const starts = startsOf(sections)
  expect(findSection(starts, first)).toEqual({ index: 0, offset: first })
  expect(findSection(starts, first + 1)).toEqual({ index: 1, offset: 0 })
  expect(findSection(starts, text.length).index).toBe(sections.length - 1)
})

test('stretches are counted from the beginning of their section', () => {
  const parted = partBySection(sections, [
    { start: 5, end: 9 },
    { start: first + 6, end: first + 10 },
  ])
  expect(parted.get(0)).toEqual([{ start: 5, end: 9 }])
  expect(parted.get(1)).toEqual([{ start: 5, end: 9 }])
})
