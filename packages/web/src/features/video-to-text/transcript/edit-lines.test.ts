import { expect, test } from 'vitest'
import { locateLines } from '../results/use-versions.ts'
import { mergeWithNext, replaceInText, shiftLines, splitLine } from './edit-lines.ts'
import type { SpokenLine } from './spoken-line.ts'

const words = (text: string, start: number) =>
  text
    .split(' ')
    .map((word, index) => ({ text: word, startSeconds: start + index, endSeconds: start + index + 0.5 }))
const spoken: readonly SpokenLine[] = [
  { startSeconds: 1, endSeconds: 4.5, text: 'The tide was out.', words: words('The tide was out.', 1) },
  { startSeconds: 6, endSeconds: 8, text: 'Then it rained.' },
]
const stamped = '[00:00:01] The tide was out.\n[00:00:06] Then it rained.'
const plain = 'The tide was out. Then it rained.'
const timed = (lines: readonly SpokenLine[]) =>
  lines.map(({ startSeconds, endSeconds, text }) => [startSeconds, endSeconds, text])

test.each([
  ['with timestamps', stamped, '[00:00:01] The tide\n[00:00:03] was out.\n[00:00:06] Then it rained.'],
  ['without timestamps', plain, plain],
])('splitLine: %s the second part starts with its first word', (_what, text, expected) => {
  const split = splitLine(text, locateLines(text, spoken), 0, 'The tide '.length)
  expect(split?.text).toBe(expected)
  expect(timed(locateLines(expected, split?.lines ?? []))).toEqual([
    [1, 2.5, 'The tide'],
    [3, 4.5, 'was out.'],
    [6, 8, 'Then it rained.'],
  ])
})

test('splitLine: never cuts a word, and refuses an empty part', () => {
  const lines = locateLines(plain, spoken)
  expect(splitLine(plain, lines, 0, 'The ti'.length)?.lines[0]?.text).toBe('The')
  expect(splitLine(plain, lines, 0, 0)).toBeUndefined()
  expect(splitLine(plain, lines, 0, 17)).toBeUndefined()
})

test.each([
  ['with timestamps', stamped, '[00:00:01] The tide was out. Then it rained.'],
  ['without timestamps', plain, plain],
  ['with a paragraph between them', plain.replace('. T', '.\n\nT'), plain],
])('mergeWithNext: %s the line spans both, with a space after the full stop', (_what, text, expected) => {
  const merged = mergeWithNext(text, locateLines(text, spoken), 0)
  expect(merged?.text).toBe(expected)
  expect(timed(locateLines(expected, merged?.lines ?? []))).toEqual([[1, 8, plain]])
  expect(mergeWithNext(text, locateLines(text, spoken), 1)).toBeUndefined()
})

test('shiftLines: moves times and timestamps, of all lines or one, and stops at 0', () => {
  const lines = locateLines(stamped, spoken)
  const all = shiftLines(stamped, lines, 2.5)
  expect(all.text).toBe('[00:00:03] The tide was out.\n[00:00:08] Then it rained.')
  expect(timed(locateLines(all.text, all.lines))).toEqual([
    [3.5, 7, 'The tide was out.'],
    [8.5, 10.5, 'Then it rained.'],
  ])
  const one = shiftLines(stamped, lines, -7, index => index === 1)
  expect(one.text).toBe('[00:00:01] The tide was out.\n[00:00:00] Then it rained.')
  expect(one.lines[0]).toEqual(spoken[0])
})

test('replaceInText: replaces words literally, also in another case, but nothing in timestamps', () => {
  expect(replaceInText(stamped, '00', 'x', false)).toEqual({ text: stamped, count: 0 })
  expect(replaceInText(stamped, 'THE', '$&', false)).toEqual({
    text: '[00:00:01] $& tide was out.\n[00:00:06] $&n it rained.',
    count: 2,
  })
  expect(replaceInText(stamped, 'the', 'a', true).count).toBe(0)
  expect(replaceInText(stamped, 'out.', 'in.', true).text).toContain('was in.')
})
