import { expect, test } from 'vitest'
import { matchTokens } from '../results/use-versions.ts'

const match = (words: string, others: string) => matchTokens([...words], [...others])
const common = (words: string, others: string) =>
  match(words, others)
    .map(([at]) => words[at])
    .join('')

test.each([
  ['abcd', 'abcd', 'abcd'],
  ['abcd', 'abXcd', 'abcd'],
  ['abcd', 'ad', 'ad'],
  ['abcd', '', ''],
  ['', 'abcd', ''],
  ['abcabba', 'cbabac', 4],
  ['XaYbZ', 'PaQbR', 'ab'],
])('matchTokens: %s and %s have %s in common', (words, others, expected) => {
  const pairs = match(words, others)
  for (const [at, otherAt] of pairs) expect(words[at]).toBe(others[otherAt])
  const rising = pairs.every(([at, other], index) => {
    const [lastAt, lastOther] = pairs[index - 1] ?? [-1, -1]
    return at > lastAt && other > lastOther
  })
  expect(rising).toBe(true)
  if (typeof expected === 'number') expect(pairs).toHaveLength(expected)
  else expect(common(words, others)).toBe(expected)
})

test('matchTokens: matches only prefix and suffix of very different texts, in short time', () => {
  const words = ['first', ...Array.from({ length: 30_000 }, (_, at) => `old ${at}`), 'last']
  const others = ['first', ...Array.from({ length: 30_000 }, (_, at) => `new ${at}`), 'last']
  expect(matchTokens(words, others)).toEqual([
    [0, 0],
    [30_001, 30_001],
  ])
})
