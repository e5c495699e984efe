import { expect, test } from 'vitest'
import { frameAt, previewFrameSize } from './frame-playback.ts'

test('frameAt: shows each frame for its delay, then loops', () => {
  const delaysMs = [100, 300, 50]
  expect([0, 99, 100, 399, 400, 449, 450, 900].map(ms => frameAt(delaysMs, ms))).toEqual([
    0, 0, 1, 1, 2, 2, 0, 0,
  ])
})

test('previewFrameSize: scales down many large frames, keeping the aspect ratio', () => {
  expect(previewFrameSize({ width: 480, height: 270 }, 50)).toEqual({ width: 480, height: 270 })
  const { width, height } = previewFrameSize({ width: 1280, height: 720 }, 900)
  expect(width * height * 4 * 900).toBeLessThanOrEqual(97 * 1024 * 1024)
  expect(width / height).toBeCloseTo(16 / 9, 1)
})
