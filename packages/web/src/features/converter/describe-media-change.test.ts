import type { StreamWork } from '@filesmith/contract/schemas/media'
import { expect, test } from 'vitest'
import { describeMediaChange } from './conversion-result-card.tsx'
import { sampleVideo } from './media.fixture.ts'

test.each<[StreamWork | null, StreamWork | null, string]>([
  ['copied', 'copied', 'Copied without re-encoding. No quality lost.'],
  ['copied', null, 'Copied without re-encoding. No quality lost.'],
  [null, 'copied', 'Copied without re-encoding. No quality lost.'],
  ['copied', 'encoded', 'Video copied, audio converted.'],
  ['encoded', 'copied', 'Video converted, audio copied.'],
  ['encoded', 'encoded', 'Converted.'],
  [null, 'encoded', 'Converted.'],
  [null, null, 'Converted.'],
])('describeMediaChange: video %s and audio %s is "%s"', (video, audio, text) => {
  expect(describeMediaChange({ before: sampleVideo, after: sampleVideo, video, audio })).toBe(text)
})
