import { expect, test } from 'vitest'
import { servedQueueClasses } from './workers.ts'

const report = { engine: 'sharp', isAvailable: true, reason: null }

test.each([
  ['this version', { ...report, queueClasses: ['short'], lanes: ['short'] }, ['short']],
  ['the version before, which names them lanes', { ...report, lanes: ['long'] }, ['long']],
  ['versions before that, which report none', report, ['short', 'long']],
] as const)('servedQueueClasses: reads the report of a worker of %s', (_version, reported, expected) => {
  expect(servedQueueClasses([reported])).toEqual(expected)
})
