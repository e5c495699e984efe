import { expect, test } from 'vitest'
import { readMarkers } from './markers.ts'

test.each([
  ['• text', '•', 0],
  ['12. text', '12.', 12],
  ['(c) text', '(c)', 3],
  ['iv) text', 'iv)', 4],
])('readMarkers: parses %s', (text, marker, value) => {
  expect(readMarkers(text)).toContainEqual(expect.objectContaining({ text: marker, value }))
})

test.each(['1984 was', '-dash', 'word', '3.14 is', 'a word'])(
  'readMarkers: %s is not a list marker',
  text => {
    expect(readMarkers(text)).toEqual([])
  },
)

test("readMarkers: reads 'i.' as a letter and as a Roman numeral", () => {
  expect(readMarkers('i. text').map(({ value }) => value)).toEqual([9, 1])
})
