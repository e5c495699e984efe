import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { press, standInForServer } from '../../../lib/file-tools.test-support.tsx'
import { pageBreak } from '../linking/recognition.fixture.ts'
import { splitIntoSections } from '../linking/text-sections.ts'
import { markedBox, setUpExtractor, showResult } from '../text-extractor.test-support.tsx'

standInForServer()
setUpExtractor()

const line = 'The harbour office opens at seven in the morning.'
const page = (name: string) => `${name}\n${Array.from({ length: 200 }, () => line).join('\n')}`
const pages = [page('first'), page('second'), page('third')]
const text = pages.join(pageBreak)

const fields = () => screen.getAllByRole<HTMLTextAreaElement>('textbox', { name: /^Extracted text, part/ })
const values = () => fields().map(({ value }) => value)
const selected = (field: HTMLTextAreaElement) => field.value.slice(field.selectionStart, field.selectionEnd)

function putCaret(field: HTMLTextAreaElement, offset: number) {
  field.focus()
  fireEvent.mouseUp(field)
  field.setSelectionRange(offset, offset)
  fireEvent.select(field)
}

test('OCR-08 TextPane: shows a long text in several textareas, and edits in one keep all words linked', async () => {
  await showResult(...pages)
  expect(values()).toEqual(splitIntoSections(text))
  expect(fields().length).toBeGreaterThan(2)
  const [first, second] = fields() as [HTMLTextAreaElement, HTMLTextAreaElement]
  fireEvent.change(first, { target: { value: `My ${first.value}` } })
  expect(values().join('\n')).toBe(`My ${text}`)
  // Last word of a line: an edit in another section shifts its offset in the text, but not in its section.
  putCaret(second, second.value.indexOf('morning') + 2)
  expect(markedBox()).toMatch(/^M406 /)
  press('Undo all changes')
  expect(values().join('\n')).toBe(text)
})

test('OCR-08 TextPane: navigates to a doubtful word in another textarea', async () => {
  await showResult(...pages, '?last words')
  press('Next word to check')
  const field = fields().at(-1) as HTMLTextAreaElement
  expect(selected(field)).toBe('?last')
})

test('TextPane: the caret crosses textareas, and the line break between two can be removed', async () => {
  await showResult(...pages)
  const [first, second] = fields() as [HTMLTextAreaElement, HTMLTextAreaElement]
  const count = fields().length
  putCaret(first, first.value.length)
  fireEvent.keyDown(first, { key: 'ArrowRight' })
  expect([document.activeElement === second, second.selectionStart]).toEqual([true, 0])
  fireEvent.keyDown(second, { key: 'ArrowUp' })
  expect([document.activeElement === first, first.selectionStart]).toEqual([true, first.value.length])
  const edge = first.value.length
  putCaret(second, 0)
  fireEvent.keyDown(second, { key: 'Backspace' })
  expect(fields()).toHaveLength(count - 1)
  expect(values().join('\n')).toBe(text.slice(0, edge) + text.slice(edge + 1))
  expect([document.activeElement === fields()[0], fields()[0]?.selectionStart]).toEqual([true, edge])
})
