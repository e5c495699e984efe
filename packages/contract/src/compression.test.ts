import { expect, test } from 'vitest'
import { archiveFormats } from './archive-formats.ts'
import { compressionLevels, compressionRefusal, expectedReductionPercent, levelLabel } from './compression.ts'
import { compressFiles } from './operations/compress-files.ts'

test('COMP-02 COMP-03 archive formats are in this order; levels are 1 to 9, default 5', () => {
  expect(archiveFormats).toEqual(['zip', '7z', 'tar', 'rar'])
  expect(compressionLevels).toEqual({ lowest: 1, default: 5, highest: 9 })
  expect(compressFiles.parse({}).options).toEqual({
    compressionFormat: 'zip',
    compressionLevel: 5,
    isPasswordProtected: false,
  })
})

test('levelLabel: COMP-04 labels of the slider', () => {
  const labels = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(levelLabel)
  expect(labels).toEqual([
    ...['Faster', 'Faster', 'Faster'],
    ...['Balanced', 'Balanced', 'Balanced'],
    ...['Smaller', 'Smaller', 'Smaller'],
  ])
})

test.each([
  [1, 14],
  [3, 22],
  [5, 30],
  [9, 46],
])('expectedReductionPercent: COMP-05 level %s is estimated at %s%%', (level, percent) => {
  expect(expectedReductionPercent(level)).toBe(percent)
})

test.each([0, 10, 2.5, 'much', -1])('compressFiles: API-28 rejects level %s', level => {
  const parsed = compressFiles.options.safeParse({ compressionLevel: level })
  expect(parsed.error?.issues[0]?.message).toBe('Compression level must be a whole number from 1 to 9.')
})

const plain = { format: 'zip', level: 5, isPasswordProtected: false, password: undefined } as const

test.each([
  ['the default level on Free', plain, 'free', undefined],
  ['level 7 on Free', { ...plain, level: 7 }, 'free', undefined],
  [
    'COMP-14 level 8 on Free',
    { ...plain, level: 8 },
    'free',
    'Compression levels 8 and 9 require the Basic or Pro plan.',
  ],
  ['COMP-14 level 9 on Basic', { ...plain, level: 9 }, 'basic', undefined],
  ['COMP-13 RAR on Free', { ...plain, format: 'rar' }, 'free', 'RAR requires the Basic or Pro plan.'],
  ['COMP-13 RAR on Basic', { ...plain, format: 'rar' }, 'basic', undefined],
  [
    'COMP-11 a tar with a password',
    { ...plain, format: 'tar', isPasswordProtected: true, password: 'secret' },
    'pro',
    'TAR archives cannot have a password. Choose ZIP, 7Z or RAR.',
  ],
  [
    'COMP-09 protection without a password',
    { ...plain, isPasswordProtected: true },
    'free',
    'Please enter a password for the encrypted archive',
  ],
  ['COMP-07 a short password', { ...plain, isPasswordProtected: true, password: 'abc' }, 'free', undefined],
] as const)('compressionRefusal: %s', (_what, wanted, plan, message) => {
  expect(compressionRefusal(wanted, plan)?.message).toBe(message)
})
