import { expect, test } from 'vitest'
import { formatTimecode, parseTimecode, toSpokenTime } from './timecode.ts'

test.each([
  [0, '00:00.000'],
  [65.25, '01:05.250'],
  [59.9996, '01:00.000'],
  [3723.004, '1:02:03.004'],
])('formatTimecode: formats %f s as %s, which parseTimecode reads back', (seconds, text) => {
  expect(formatTimecode(seconds)).toBe(text)
  expect(parseTimecode(text)).toBeCloseTo(seconds, 3)
})

test.each([
  ['90', 90],
  ['1:30', 90],
  [' 1:05,5 ', 65.5],
  ['.5', 0.5],
  ['1:1:1', 3661],
])('parseTimecode: accepts %s', (text, seconds) => {
  expect(parseTimecode(text)).toBe(seconds)
})

test.each(['', 'soon', '1:2:3:4', '-3', '1.5:00', ':30'])('parseTimecode: rejects %s', text => {
  expect(parseTimecode(text)).toBeUndefined()
})

test('toSpokenTime: spells out minutes and seconds', () => {
  expect(toSpokenTime(65.25)).toBe('1 minute 5.25 seconds')
  expect(toSpokenTime(1)).toBe('1 second')
  expect(toSpokenTime(180)).toBe('3 minutes 0 seconds')
})
