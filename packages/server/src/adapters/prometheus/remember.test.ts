import { expect, test } from 'vitest'
import { remember } from './remember.ts'

test('many that ask at once are one question, and an answer that failed is not kept', async () => {
  let asked = 0
  const ask = remember(60_000, async () => {
    asked += 1
    if (asked === 1) throw new Error('away')
    return asked
  })
  const first = await Promise.allSettled([ask(), ask()])
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(asked).toBe(1)
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([2, 2, 2])
})

test('an answer that is no longer fresh is asked for again', async () => {
  let asked = 0
  const ask = remember(0, async () => ++asked)
  expect([await ask(), await ask()]).toEqual([1, 2])
})
