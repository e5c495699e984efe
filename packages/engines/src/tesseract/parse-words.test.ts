import { expect, test } from 'vitest'
import { parseWords } from './parse-words.ts'

const row = (text: string, x: number, confidence = 90, line = 1) =>
  `5\t1\t1\t1\t${line}\t1\t${x}\t100\t20\t20\t${confidence}\t${text}`
const table = (...rows: string[]) => `level\tpage\n${rows.join('\n')}\n`

test('parseWords: skips rows that are not words', () => {
  expect(
    parseWords('level\tpage\n4\t1\t1\t1\t1\t0\t0\t0\t9\t9\t-1\t\n5\t1\t1\t1\t1\t1\t0\t0\t9\t9\t95\t \n'),
  ).toEqual([])
})

test('parseWords: joins Hangul syllables into words', () => {
  const words = parseWords(table(row('항', 0, 80), row('구', 25, 100), row('문', 60)), '항구 문\n')
  expect(words.map(({ text }) => text)).toEqual(['항구', '문'])
  expect(words[0]).toMatchObject({ x: 0, width: 45, confidence: 90 })
})

test('parseWords: marks words that the text does not separate by a space', () => {
  const words = parseWords(table(row('港口', 0), row('办公', 25), row('室', 60, 90, 2)), '港口办公\n室\n')
  expect(words.map(({ isGlued = false }) => isGlued)).toEqual([false, true, false])
})
