import { expect, test } from 'vitest'
import { cutPage, pageBefore } from './list-page.ts'

const id = '3f2b8c1e-9a4d-4c57-8e21-6b0f5d7a9c13'
const entries = (count: number) => Array.from({ length: count }, (_, index) => index)
const cursorOf = (index: number) => ({ at: `2026-03-10T12:00:00.${String(index).padStart(6, '0')}Z`, id })

test('cutPage: the next page starts after the last shown entry', () => {
  const { shown, next } = cutPage(entries(51), cursorOf)
  expect(shown).toHaveLength(50)
  expect(pageBefore(next ?? undefined)).toEqual({ after: cursorOf(49), limit: 51 })
})

test('cutPage: the last page has no next cursor', () => {
  expect(cutPage(entries(50), cursorOf).next).toBeNull()
  expect(cutPage([], cursorOf).next).toBeNull()
})

test('pageBefore: refuses a cursor of the account list in other lists', () => {
  const cursor = { at: '2026-03-10T12:00:00.000Z', id: `u_${id}` }
  const { next } = cutPage(entries(51), () => cursor)
  expect(pageBefore(next ?? undefined, true).after).toEqual(cursor)
  expect(() => pageBefore(next ?? undefined)).toThrow('The page cursor is invalid.')
})

test.each([
  '',
  'x',
  btoa(`2026-02-30T12:00:00.000Z|${id}`),
  btoa(`yesterday|${id}`),
  btoa("2026-03-10T12:00:00.000Z|' or 1=1"),
])('pageBefore: refuses the cursor %j', cursor => {
  expect(() => pageBefore(cursor)).toThrow('The page cursor is invalid.')
})
