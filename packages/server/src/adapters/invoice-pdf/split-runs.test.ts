import { expect, test } from 'vitest'
import { splitRuns } from './split-runs.ts'

/** Latin letters, digits and signs in one font; Arabic, Hebrew and Greek each in another; nothing else. */
const fontOf = (character: string) => {
  if (/[\x20-\x7e]/.test(character)) return 'house'
  return ['Arabic', 'Hebrew', 'Greek'].find(script =>
    new RegExp(`\\p{Script=${script}}`, 'u').test(character),
  )
}
const onPaper = (text: string) => splitRuns(text, fontOf).map(run => [run.font, run.text])

test('a text in one font stays in one piece', () => {
  expect(onPaper('anna.holt_7')).toEqual([['house', 'anna.holt_7']])
})

test('another font takes over where the first has no letters, in the order of reading', () => {
  expect(onPaper('a.Δέλτα-7')).toEqual([
    ['house', 'a.'],
    ['Greek', 'Δέλτα'],
    ['house', '-7'],
  ])
})

test('a name read from the right begins on the right, and its figures are not turned around', () => {
  expect(onPaper('محمد.علي_12')).toEqual([
    ['house', '12'],
    ['house', '_'],
    ['Arabic', 'علي'],
    ['house', '.'],
    ['Arabic', 'محمد'],
  ])
})

test('digits of a script read from the right are read from the left', () => {
  expect(onPaper('علي٣٤')).toEqual([
    ['Arabic', '٣٤'],
    ['Arabic', 'علي'],
  ])
})

test('a name that begins from the left keeps its order', () => {
  expect(onPaper('anna_שרה')).toEqual([
    ['house', 'anna_'],
    ['Hebrew', 'שרה'],
  ])
})

test('what no font has becomes a question mark', () => {
  expect(onPaper('a\u{1F9F0}b')).toEqual([['house', 'a?b']])
})
