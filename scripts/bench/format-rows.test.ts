import { expect, test } from 'vitest'
import { formatRows } from './format-rows.ts'

test('formatRows: aligns columns and says which goals were met', () => {
  const table = formatRows([
    { what: 'JPEG to WebP against bare sharp', value: 1.0834, unit: 'x', goal: 'at most 1.15', isMet: true },
    { what: 'memory', value: 312.4, unit: 'MB', goal: 'under 250 MB', isMet: false },
    { what: 'uploads', value: 0.00012345, unit: 's' },
  ])
  expect(table).toBe(
    [
      'JPEG to WebP against bare sharp  1.08 x      goal: at most 1.15  met',
      'memory                           312 MB      goal: under 250 MB  MISSED',
      'uploads                          0.000123 s',
    ].join('\n'),
  )
})
