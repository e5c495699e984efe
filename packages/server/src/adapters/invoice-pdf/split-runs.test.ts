import { expect, test } from 'vitest'
import { splitRuns } from './split-runs.ts'

/** ASCII in one font; Arabic, Hebrew and Greek in one each; nothing else. */
const fontOf = (character: string) => {
  if (/[\x20-\x7e]/.test(character)) return 'Latin'
  return ['Arabic', 'Hebrew', 'Greek'].find(script =>
    new RegExp(`\\p{Script=${script}}`, 'u').test(character),
  )
}
const runsOf = (text: string) => splitRuns(text, fontOf).map(run => [run.font, run.text])

test('splitRuns: text in one font is one run', () => {
  expect(runsOf('anna.holt_7')).toEqual([['Latin', 'anna.holt_7']])
})

test('splitRuns: switches fonts where the first lacks characters', () => {
  expect(runsOf('a.Δέλτα-7')).toEqual([
    ['Latin', 'a.'],
    ['Greek', 'Δέλτα'],
    ['Latin', '-7'],
  ])
})

test('splitRuns: orders right-to-left runs visually and keeps digits left-to-right', () => {
  expect(runsOf('محمد.علي_12')).toEqual([
    ['Latin', '12'],
    ['Latin', '_'],
    ['Arabic', 'علي'],
    ['Latin', '.'],
    ['Arabic', 'محمد'],
  ])
})

test('splitRuns: keeps digits of right-to-left scripts left-to-right', () => {
  expect(runsOf('علي٣٤')).toEqual([
    ['Arabic', '٣٤'],
    ['Arabic', 'علي'],
  ])
})

test('splitRuns: text that starts left-to-right keeps its order', () => {
  expect(runsOf('anna_שרה')).toEqual([
    ['Latin', 'anna_'],
    ['Hebrew', 'שרה'],
  ])
})

test('splitRuns: characters without a font become question marks', () => {
  expect(runsOf('a\u{1F9F0}b')).toEqual([['Latin', 'a?b']])
})
