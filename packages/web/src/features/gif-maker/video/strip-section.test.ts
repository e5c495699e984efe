import { expect, test } from 'vitest'
import { sectionFor } from './filmstrip.tsx'

test('sectionFor: shows all of a short video', () => {
  expect(sectionFor({ startTime: 3, duration: 5 }, 42, undefined)).toEqual({ from: 0, to: 42 })
})

test('sectionFor: shows a minute of a long video around the part, until the part leaves it', () => {
  const shown = sectionFor({ startTime: 100, duration: 10 }, 600, undefined)
  expect(shown).toEqual({ from: 75, to: 135 })
  expect(sectionFor({ startTime: 80, duration: 10 }, 600, shown)).toBe(shown)
  expect(sectionFor({ startTime: 70, duration: 10 }, 600, shown)).toEqual({ from: 45, to: 105 })
  expect(sectionFor({ startTime: 598, duration: 2 }, 600, shown)).toEqual({ from: 540, to: 600 })
})
