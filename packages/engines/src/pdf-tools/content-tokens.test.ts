import { expect, test } from 'vitest'
import { contentOperators } from './content-tokens.ts'

test('contentOperators: numbers and names before operators, without strings, comments and inline images', () => {
  const content = [
    'q 1 0 0 -.5 10 20. cm % 9 9 cm',
    '/Im1 Do Q BT /F1 12 Tf (a (nested\\) text) Do) Tj <46 47> Tj [(x) -20 (Do)] TJ ET',
    'BI /W 1 /H 1 ID \x00EI Do\x01 EI',
    '/Im2 Do',
  ].join('\n')
  expect([...contentOperators(content)].map(({ name, operands }) => [name, ...operands])).toEqual([
    ['q'],
    ['cm', 1, 0, 0, -0.5, 10, 20],
    ['Do', '/Im1'],
    ['Q'],
    ['BT'],
    ['Tf', '/F1', 12],
    ['Tj'],
    ['Tj'],
    ['TJ', -20],
    ['ET'],
    ['BI'],
    ['ID', '/W', 1, '/H', 1],
    ['Do', '/Im2'],
  ])
})

test.each(['(never closed', '<never closed', 'BI ID no end', '% no line'])(
  'contentOperators: ends at the end of %j',
  content => {
    expect([...contentOperators(content)].length).toBeLessThan(4)
  },
)
