import { expect, test } from 'vitest'
import { collectExpressions } from './collect-expressions.ts'
import { findSlowness } from './judge-expression.ts'
import { slowPump } from './pump-expression.ts'

const sourcesIn = (text: string) => collectExpressions('a.ts', text).map(({ source }) => source)

test('collectExpressions: finds literals, and calls of RegExp with constants and parts known at run time', () => {
  const text = `const space = '\\\\s+'
    const words = /[a-z]+/u
    const pair = new RegExp(\`^\${space}(\${words.source})$\`, 'i')
    const named = (name: string) => RegExp(String.raw\`<\${name}\\b\`)
    const list = new RegExp(['a', ...['b', /c/.source]].join('|'))`
  expect(collectExpressions('a.ts', text)).toContainEqual({ source: '^\\s+([a-z]+)$', flags: 'i', line: 3 })
  expect(sourcesIn(text).toSorted()).toEqual(
    ['[a-z]+', 'c', '^\\s+([a-z]+)$', '<name\\b', 'a|b|c'].toSorted(),
  )
})

test.each([
  ['exponential', '^(?:a|a)*$', ''],
  ['exponential', String.raw`^\s*(?:999\s*\n[^\n]*\n\s*)*0\s*\nSECTION`, ''],
  ['polynomial', String.raw`^P[1-6](?:\s+(?:#[^\n]*\n)*)+\d+\s`, ''],
  ['polynomial', '[. ]+$', ''],
  ['polynomial', '<a[^>]*>', 'g'],
])('findSlowness: an %s expression is reported, %s', (kind, source, flags) => {
  expect(findSlowness({ source, flags })).toMatch(
    kind === 'polynomial' ? /polynomial|exponential/ : /exponential/,
  )
})

test.each(['(?<![. ])[. ]+$', '<a[^<>]*>', String.raw`^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$`])(
  'findSlowness: a linear expression is accepted, %s',
  source => {
    expect(findSlowness({ source, flags: '' })).toBeUndefined()
  },
)

test('slowPump: finds what a search for attacks can miss, each match scanning to the end', () => {
  expect(slowPump({ source: String.raw`, (?![^(]*\))`, flags: 'g' })).toBe(', ')
})
