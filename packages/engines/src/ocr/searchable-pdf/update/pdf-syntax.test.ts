import { expect, test } from 'vitest'
import { readArray, readDictionary } from './pdf-syntax.ts'

test('readDictionary: returns values as source text, including nested ones', () => {
  const entries = readDictionary('<< /Kids [1 0 R [2]] /A << /B (x\\)y) >> >>')
  expect([...entries]).toEqual([
    ['Kids', '[1 0 R [2]]'],
    ['A', '<< /B (x\\)y) >>'],
  ])
})

test.each(['[', '<<', '[<<'])(
  'readArray, readDictionary: reject unbounded nesting of %s without a stack overflow',
  sign => {
    expect(() => readArray(`[${sign.repeat(30_000)}`)).toThrow(
      /nested too deep|value is missing|does not end/,
    )
    expect(() => readDictionary(`<< /A ${sign.repeat(30_000)}`)).toThrow(
      expect.objectContaining({ name: 'PdfSyntaxError' }),
    )
  },
)
