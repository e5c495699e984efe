import { expect, test } from 'vitest'
import { readMarkers } from './markers.ts'

test.each([
  ['• text', '•', 0],
  ['12. text', '12.', 12],
  ['(c) text', '(c)', 3],
  ['iv) text', 'iv)', 4],
])('%s', (text, marker, value) => {
  expect(readMarkers(text)).toContainEqual(expect.objectContaining({ text: marker, value }))
})

test.each(['1984 was', '-dash', 'word', '3.14 is', 'a word'])('%s begins no item', text => {
  expect(readMarkers(text)).toEqual([])
})

test("'i.' is the ninth letter or the Roman one", () => {
  expect(readMarkers('i. text').map(({ value }) => value)).toEqual([9, 1])
})
