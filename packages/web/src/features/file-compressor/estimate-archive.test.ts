import { archiveFormats } from '@filesmith/contract/archive-formats'
import { expect, test } from 'vitest'
import { estimateArchiveBytes } from './archive-estimate.tsx'

const megabyte = 1024 * 1024
const text = { ratio: 0.3, totalBytes: 100 * megabyte, fileCount: 1, nameBytes: 10 }
const levels = [1, 2, 3, 4, 5, 6, 7, 8, 9]

test.each(archiveFormats)(
  'estimateArchiveBytes: a higher level of %s never estimates a larger archive',
  format => {
    const sizes = levels.map(level => estimateArchiveBytes(text, format, level))
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one))
  },
)

test.each(archiveFormats)(
  'estimateArchiveBytes: %s of incompressible files has the original size plus entry overhead',
  format => {
    const photos = { ratio: 1, totalBytes: 100 * megabyte, fileCount: 20, nameBytes: 400 }
    const bytes = estimateArchiveBytes(photos, format, 5)
    expect(bytes).toBeGreaterThan(photos.totalBytes)
    expect(bytes).toBeLessThan(photos.totalBytes * 1.001)
  },
)

/** Sizes of real archives at level 5: 7-Zip 24, gzip over tar, and our RAR writer. */
test.each([
  ['zip', 'source code', 0.309, 2424, 14_529_788, 181_800, 5_176_807],
  ['zip', 'programs', 0.397, 28, 47_459_650, 420, 17_479_243],
  ['zip', 'fonts', 0.54, 44, 15_849_760, 2_640, 8_060_831],
  ['7z', 'source code', 0.309, 2424, 14_529_788, 181_800, 2_660_233],
  ['7z', 'programs', 0.397, 28, 47_459_650, 420, 9_996_276],
  ['tar', 'documentation', 0.24, 662, 8_440_215, 29_790, 1_632_409],
  ['tar', 'programs', 0.397, 28, 47_459_650, 420, 18_703_631],
  ['rar', 'documentation', 0.24, 662, 8_440_215, 29_790, 2_039_520],
] as const)(
  'estimateArchiveBytes: %s of %s is within 20 % of the measured size',
  (format, _files, ratio, fileCount, totalBytes, nameBytes, measured) => {
    const estimated = estimateArchiveBytes({ ratio, totalBytes, fileCount, nameBytes }, format, 5)
    expect(estimated / measured).toBeGreaterThan(0.8)
    expect(estimated / measured).toBeLessThan(1.2)
  },
)
