import { expect, test } from 'vitest'
import { type ResizeSettings, resizedSize } from './resized-size.ts'

const photo = { width: 4000, height: 3000 }
const settings: ResizeSettings = { mode: 'fit', width: 0, height: 0, percent: 100, isSmartCrop: false }

test.each<[string, Partial<ResizeSettings>, number, number]>([
  ['fit: limited by the narrower side', { width: 800, height: 800 }, 800, 600],
  ['fit: also enlarges', { width: 8000, height: 8000 }, 8000, 6000],
  ['fit: a missing height is derived', { width: 1000 }, 1000, 750],
  ['fit: a missing width is derived', { height: 300 }, 400, 300],
  ['fit: at least one pixel', { width: 1, height: 1 }, 1, 1],
  ['both missing: unchanged', { mode: 'exact' }, 4000, 3000],
  ['exact: stretched', { mode: 'exact', width: 100, height: 500 }, 100, 500],
  ['exact: a missing side is derived', { mode: 'exact', width: 100 }, 100, 75],
  ['fill: exactly the size', { mode: 'fill', width: 500, height: 500 }, 500, 500],
  ['fill: a missing side is derived', { mode: 'fill', height: 75 }, 100, 75],
  ['percentage', { mode: 'percentage', percent: 12.5, width: 9 }, 500, 375],
  ['fit, without enlargement', { width: 8000, height: 8000, withoutEnlargement: true }, 4000, 3000],
  ['fit, without enlargement: still reduces', { width: 800, withoutEnlargement: true }, 800, 600],
  [
    'exact, without enlargement',
    { mode: 'exact', width: 8000, height: 500, withoutEnlargement: true },
    4000,
    500,
  ],
  [
    'fill, without enlargement',
    { mode: 'fill', width: 6000, height: 6000, withoutEnlargement: true },
    3000,
    3000,
  ],
  [
    'percentage, without enlargement',
    { mode: 'percentage', percent: 200, withoutEnlargement: true },
    4000,
    3000,
  ],
  ['percentage: enlarges', { mode: 'percentage', percent: 200 }, 8000, 6000],
])('resizedSize: %s', (_, change, width, height) => {
  expect(resizedSize(photo, { ...settings, ...change })).toEqual({ width, height })
})
