import { expect, test } from 'vitest'
import { readFdf, writeFdf } from './fdf.ts'

test('fdf: what is written is read again: nested names, any script, names of states, lists', () => {
  const text = writeFdf([
    { name: 'person.name', value: 'Zoë (Łukasz) \\ 你好', isButton: false },
    { name: 'person.note', value: 'two\nlines', isButton: false },
    { name: 'member', value: 'Oui é', isButton: true },
    { name: 'size', value: null, isButton: true },
    { name: 'days', value: ['Monday', 'Žižkov'], isButton: false },
  ])
  expect(text).toMatch(/^%FDF-1\.2\n/)
  expect(text.match(/\/T\(person\)/g)).toHaveLength(1)
  expect(readFdf(Buffer.from(text).toString('latin1'))).toEqual({
    'person.name': 'Zoë (Łukasz) \\ 你好',
    'person.note': 'two\nlines',
    member: 'Oui é',
    size: 'Off',
    days: ['Monday', 'Žižkov'],
  })
})

test('fdf: reads references, full names, PDFDocEncoding and UTF-8 as other programs write them', () => {
  const file = [
    '%FDF-1.2\n%\xe2\xe3\xcf\xd3',
    '1 0 obj << /FDF << /Fields 2 0 R /F (form.pdf) >> >> endobj',
    '2 0 obj [ 3 0 R << /T (a.b) /V (Caf\xe9 \\(\\200\\)) >> 4 0 R ] endobj',
    '3 0 obj << /T (first) /Kids [ << /T (x) /V 5 0 R >> ] >> endobj',
    '4 0 obj << /V /On#20State /T (box) >> endobj',
    '5 0 obj (\xef\xbb\xbf\xc5\x81) endobj',
    'trailer << /Root 1 0 R >>\n%%EOF',
  ].join('\r\n')
  expect(readFdf(file)).toEqual({ 'a.b': 'Café (•)', 'first.x': 'Ł', box: 'On State' })
})

test.each(['%FDF-1.2\n', '%FDF-1.2\n1 0 obj << /FDF << /Fields [ << /T', 'x'.repeat(1000)])(
  'fdf: %j is refused as damaged',
  text => {
    expect(() => readFdf(text)).toThrow(expect.objectContaining({ code: 'file-damaged' }))
  },
)

test('fdf: fields that refer to themselves end', () => {
  const file = '%FDF-1.2\n1 0 obj<</FDF<</Fields[2 0 R]>>>>endobj 2 0 obj<</T(a)/Kids[2 0 R]/V(b)>>endobj'
  expect(Object.keys(readFdf(file)).length).toBeLessThan(100)
})
