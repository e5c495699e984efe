import { expect, test } from 'vitest'
import { replaceRun } from './reread-low-confidence.ts'

const wordsOf = (text: string) =>
  text
    .split(' ')
    .map((word, at) => ({ text: word, x: 20 * at, y: 5, width: 15, height: 9, confidence: 50, line: '1' }))
const other = (...parts: string[]) => ({ letters: parts.join(''), parts, confidence: 85 })
const textOf = (words: ReturnType<typeof replaceRun>) => words.map(({ text }) => text).join(' ')

test('replaceRun: replaces each word of the run and keeps its position', () => {
  const words = wordsOf('the harbovr offlce opens')
  const read = replaceRun(words, words.slice(1, 3), other('harbour', 'office'))
  expect(textOf(read)).toBe('the harbour office opens')
  expect(read[2]).toMatchObject({ x: 40, width: 15, confidence: 85 })
})

test('replaceRun: keeps words of a spaced script if the word counts differ', () => {
  const words = wordsOf('the harbovr offlce opens')
  expect(replaceRun(words, words.slice(1, 3), other('harbouroffice'))).toBe(words)
})

test('replaceRun: merges the run into one word in a script without spaces', () => {
  const words = wordsOf('会 被 撒 走')
  const read = replaceRun(words, words.slice(1, 3), other('被搬'))
  expect(textOf(read)).toBe('会 被搬 走')
  expect(read[1]).toMatchObject({ x: 20, width: 35 })
})

test('replaceRun: removes the run if the other reading is empty', () => {
  const words = wordsOf('人 ん 々')
  expect(textOf(replaceRun(words, words.slice(1, 2), other()))).toBe('人 々')
})
