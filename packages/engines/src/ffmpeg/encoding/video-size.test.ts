import { fitsVideoBox, type VideoQuality } from '@filesmith/contract/video-quality'
import { expect, test } from 'vitest'
import { targetSize } from './video-size.ts'

test.each<[string, VideoQuality, string]>([
  ['1920x1080', '1080p', '1920x1080'],
  ['1920x1080', '720p', '1280x720'],
  ['3840x2160', '480p', '854x480'],
  ['1080x1920', '720p', '720x1280'],
  ['1440x1080', '720p', '960x720'],
  ['1920x800', '720p', '1280x534'],
  ['1000x1000', '720p', '720x720'],
  ['320x240', '1080p', '320x240'],
  ['161x121', '720p', '160x120'],
  ['1x1', '720p', '2x2'],
  ['5000x10', '360p', '640x2'],
])('targetSize: %s at %s becomes %s', (display, quality, expected) => {
  const [width = 0, height = 0] = display.split('x').map(Number)
  const size = targetSize({ width, height }, quality)
  expect(`${size.width}x${size.height}`).toBe(expected)
})

test('fitsVideoBox: swaps width and height of the box for portrait video', () => {
  expect(fitsVideoBox({ width: 720, height: 1280 }, '720p')).toBe(true)
  expect(fitsVideoBox({ width: 722, height: 1280 }, '720p')).toBe(false)
  expect(fitsVideoBox({ width: 1000, height: 1000 }, '720p')).toBe(false)
})
