/** scaleFor, scaleLetters: shrink text to keep the page count. */
import { expect, test } from 'vitest'
import { scaleFor, scaleLetters } from './translate-package.ts'

const flows = (text: string) => [[{ text, style: 0, within: [] }]]

test('scaleFor: shrinks letters with the growth of the text, down to a limit', () => {
  expect(scaleFor(flows('a'.repeat(100)), flows('a'.repeat(102)))).toBe(1)
  expect(scaleFor(flows('a'.repeat(100)), flows('a'.repeat(121)))).toBeCloseTo(1 / 1.1)
  expect(scaleFor(flows('a'.repeat(100)), flows('a'.repeat(400)))).toBe(0.8)
  expect(scaleFor(flows('文'.repeat(50)), flows('a'.repeat(90)))).toBe(1)
})

test('scaleLetters: scales font sizes and fixed line heights only', () => {
  const markup =
    '<w:sz w:val="20"/><w:szCs w:val="20"/><w:spacing w:line="240" w:lineRule="exact"/><w:spacing w:line="240" w:lineRule="auto"/><w:color w:val="20"/>'
  expect(scaleLetters(markup, 0.9)).toBe(
    '<w:sz w:val="18"/><w:szCs w:val="18"/><w:spacing w:line="216" w:lineRule="exact"/><w:spacing w:line="240" w:lineRule="auto"/><w:color w:val="20"/>',
  )
  expect(scaleLetters(markup, 1)).toBe(markup)
})
