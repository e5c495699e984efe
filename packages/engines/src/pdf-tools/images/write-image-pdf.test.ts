import { expect, test } from 'vitest'
import { fittedLayout, placeImage } from './write-image-pdf.ts'

const photo = { width: 4000, height: 3000, orientation: 1, density: 72 }
const whole = ({ width, height }: { width: number; height: number }) => [
  Math.round(width),
  Math.round(height),
]

test('placeImage: by the resolution of a scan, and at most A4 for an image of a camera or screen', () => {
  expect(whole(placeImage({ ...photo, density: 300 }, fittedLayout).page)).toEqual([960, 720])
  expect(whole(placeImage(photo, fittedLayout).page)).toEqual([794, 595])
  expect(whole(placeImage({ ...photo, width: 200, height: 100 }, fittedLayout).page)).toEqual([200, 100])
})

test('placeImage: paper turns with the image as it is displayed', () => {
  const onA4 = { ...fittedLayout, pageSize: 'a4' } as const
  expect(whole(placeImage(photo, onA4).page)).toEqual([842, 595])
  expect(whole(placeImage({ ...photo, orientation: 6 }, onA4).page)).toEqual([595, 842])
})

test('placeImage: leaves room for an image between margins that are too wide', () => {
  const { matrix } = placeImage(photo, { pageSize: 'a5', orientation: 'portrait', margin: 100 })
  expect(matrix[0]).toBeCloseTo(36)
})
