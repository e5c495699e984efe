import { expect, test } from 'vitest'
import { checkBatch } from './check-batch.ts'

const megabyte = 1024 * 1024
const filesOf = (...megabytes: number[]) => megabytes.map(size => ({ size: size * megabyte }))

test.each([
  ['free', 10, '1 file exceeds the 10MB limit.'],
  ['basic', 250, '1 file exceeds the 250MB limit.'],
  ['pro', 2048, '1 file exceeds the 2GB limit.'],
] as const)('checkBatch: ALLOW-20 the file limit on %s is %i MB', (plan, limit, message) => {
  const fits = { size: limit * megabyte }
  expect(checkBatch([fits], plan)).toEqual({ files: [fits], problems: [] })
  const over = { size: limit * megabyte + 1 }
  expect(checkBatch([fits, over], plan)).toEqual({ files: [fits], problems: [{ message, files: [over] }] })
})

test.each(['free', 'basic'] as const)('checkBatch: ALLOW-20 a batch on %s has at most 5 files', plan => {
  const five = filesOf(1, 2, 3, 4, 5)
  expect(checkBatch(five, plan)).toEqual({ files: five, problems: [] })
  const sixth = filesOf(6)
  expect(checkBatch([...five, ...sixth], plan)).toEqual({
    files: five,
    problems: [{ message: 'Up to 5 files can be converted at once.', files: sixth }],
  })
})

test('checkBatch: ALLOW-20 a batch on Pro has any number of files', () => {
  const many = filesOf(...Array.from({ length: 500 }, () => 1))
  expect(checkBatch(many, 'pro')).toEqual({ files: many, problems: [] })
})

test('checkBatch: ALLOW-20 files that are too large are dropped and do not count', () => {
  const five = filesOf(1, 1, 1, 1, 1)
  const large = filesOf(11, 12)
  expect(checkBatch([...large, ...five], 'free')).toEqual({
    files: five,
    problems: [{ message: '2 files exceed the 10MB limit.', files: large }],
  })
})

test('checkBatch: ALLOW-20 rejects an empty batch', () => {
  expect(checkBatch([], 'free')).toEqual({
    files: [],
    problems: [{ message: 'Please add files to convert', files: [] }],
  })
})
