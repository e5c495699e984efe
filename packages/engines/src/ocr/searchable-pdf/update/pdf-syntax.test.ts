import { expect, test } from 'vitest'
import { readArray, readDictionary } from './pdf-syntax.ts'

test('values are found as they are written, nested ones whole', () => {
  const entries = readDictionary('<< /Kids [1 0 R [2]] /A << /B (x\\)y) >> >>')
  expect([...entries]).toEqual([
    ['Kids', '[1 0 R [2]]'],
    ['A', '<< /B (x\\)y) >>'],
  ])
})

test.each(['[', '<<', '[<<'])(
  'nesting without an end by %s is an error of the file, not of the stack',
  sign => {
    expect(() => readArray(`[${sign.repeat(30_000)}`)).toThrow(
      /nested too deep|value is missing|does not end/,
    )
    expect(() => readDictionary(`<< /A ${sign.repeat(30_000)}`)).toThrow(
      expect.objectContaining({ name: 'PdfSyntaxError' }),
    )
  },
)
