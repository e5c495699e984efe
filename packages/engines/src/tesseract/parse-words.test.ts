import { expect, test } from 'vitest'
import { parseWords } from './parse-words.ts'

const row = (text: string, x: number, confidence = 90, line = 1) =>
  `5\t1\t1\t1\t${line}\t1\t${x}\t100\t20\t20\t${confidence}\t${text}`
const table = (...rows: string[]) => `level\tpage\n${rows.join('\n')}\n`

test('rows that are no words are left out', () => {
  expect(
    parseWords('level\tpage\n4\t1\t1\t1\t1\t0\t0\t0\t9\t9\t-1\t\n5\t1\t1\t1\t1\t1\t0\t0\t9\t9\t95\t \n'),
  ).toEqual([])
})

test('syllables of a Korean word become that word', () => {
  const words = parseWords(table(row('항', 0, 80), row('구', 25, 100), row('문', 60)), '항구 문\n')
  expect(words.map(({ text }) => text)).toEqual(['항구', '문'])
  expect(words[0]).toMatchObject({ x: 0, width: 45, confidence: 90 })
})

test('where the text has no space, the word knows', () => {
  const words = parseWords(table(row('港口', 0), row('办公', 25), row('室', 60, 90, 2)), '港口办公\n室\n')
  expect(words.map(({ isGlued = false }) => isGlued)).toEqual([false, true, false])
})
