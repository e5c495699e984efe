import { expect, test } from 'vitest'
import { intervalStart } from './bill-interval.ts'

const days = (anchor: string, interval: 'month' | 'year', count: number) =>
  Array.from({ length: count }, (_, index) =>
    intervalStart(new Date(anchor), interval, index).toISOString().slice(0, 10),
  )

test('intervalStart: returns to the 31st after every short month', () => {
  expect(days('2027-01-31T09:30:00Z', 'month', 6)).toEqual([
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2027-05-31',
    '2027-06-30',
  ])
})

test('intervalStart: uses 29 February in leap years', () => {
  expect(days('2027-12-30T00:00:00Z', 'month', 4)).toEqual([
    '2027-12-30',
    '2028-01-30',
    '2028-02-29',
    '2028-03-30',
  ])
  expect(days('2028-02-29T00:00:00Z', 'year', 5)).toEqual([
    '2028-02-29',
    '2029-02-28',
    '2030-02-28',
    '2031-02-28',
    '2032-02-29',
  ])
})

test('intervalStart: keeps the time of day in UTC', () => {
  expect(intervalStart(new Date('2027-10-31T23:59:59.999Z'), 'month', 13).toISOString()).toBe(
    '2028-11-30T23:59:59.999Z',
  )
})
