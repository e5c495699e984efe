import { expect, test } from 'vitest'
import { fittedLayout, layOutImage } from './write-image-pdf.ts'

const photo = { width: 4000, height: 3000, orientation: 1, density: 72 }
const whole = ({ width, height }: { width: number; height: number }) => [
  Math.round(width),
  Math.round(height),
]

test('layOutImage: by the resolution of a scan, and at most A4 for an image of a camera or screen', () => {
  expect(whole(layOutImage({ ...photo, density: 300 }, fittedLayout).page)).toEqual([960, 720])
  expect(whole(layOutImage(photo, fittedLayout).page)).toEqual([794, 595])
  expect(whole(layOutImage({ ...photo, width: 200, height: 100 }, fittedLayout).page)).toEqual([200, 100])
})

test('layOutImage: paper turns with the image as it is displayed', () => {
  const onA4 = { ...fittedLayout, pageSize: 'a4' } as const
  expect(whole(layOutImage(photo, onA4).page)).toEqual([842, 595])
  expect(whole(layOutImage({ ...photo, orientation: 6 }, onA4).page)).toEqual([595, 842])
})

test('layOutImage: leaves room for an image between margins that are too wide', () => {
  const { matrix } = layOutImage(photo, { pageSize: 'a5', orientation: 'portrait', margin: 100 })
  expect(matrix[0]).toBeCloseTo(36)
})
