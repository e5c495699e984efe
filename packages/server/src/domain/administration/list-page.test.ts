import { expect, test } from 'vitest'
import { cutPage, pageBefore } from './list-page.ts'

const id = '3f2b8c1e-9a4d-4c57-8e21-6b0f5d7a9c13'
const entries = (count: number) => Array.from({ length: count }, (_, index) => index)
const placeOf = (index: number) => ({ at: `2026-03-10T12:00:00.${String(index).padStart(6, '0')}Z`, id })

test('the next page begins behind the last entry that is shown', () => {
  const { shown, next } = cutPage(entries(51), placeOf)
  expect(shown).toHaveLength(50)
  expect(pageBefore(next ?? undefined)).toEqual({ after: placeOf(49), limit: 51 })
})

test('after the last page there is none', () => {
  expect(cutPage(entries(50), placeOf).next).toBeNull()
  expect(cutPage([], placeOf).next).toBeNull()
})

test('a place among accounts is none among others', () => {
  const place = { at: '2026-03-10T12:00:00.000Z', id: `u_${id}` }
  const { next } = cutPage(entries(51), () => place)
  expect(pageBefore(next ?? undefined, true).after).toEqual(place)
  expect(() => pageBefore(next ?? undefined)).toThrow('The page cursor is invalid.')
})

test.each([
  '',
  'x',
  btoa(`2026-02-30T12:00:00.000Z|${id}`),
  btoa(`yesterday|${id}`),
  btoa("2026-03-10T12:00:00.000Z|' or 1=1"),
])('%j leads nowhere', place => {
  expect(() => pageBefore(place)).toThrow('The page cursor is invalid.')
})
