import { expect, test } from 'vitest'
import { estimateGifBytes, framesOf, type GifSamples, sampleMoments } from './gif-estimate.ts'

const [width, height] = [64, 48]

function image(colorAt: (x: number, y: number) => readonly [number, number, number]): Uint8Array {
  const pixels = new Uint8Array(width * height * 4)
  for (let at = 0; at < width * height; at += 1)
    pixels.set([...colorAt(at % width, Math.floor(at / width)), 255], at * 4)
  return pixels
}

const plain = image(() => [200, 30, 60])
const shaded = image((x, y) => [x * 4, y * 5, 128])
const moved = image((x, y) => [(x * 4 + 60) % 256, y * 5, 128])

function bytesOf(changes: Partial<GifSamples>): number {
  return estimateGifBytes({
    ...{
      width,
      height,
      pairs: [{ first: shaded, second: moved }],
      frames: 50,
      quality: 'medium',
      format: 'gif',
    },
    ...changes,
  })
}

test('estimateGifBytes: grows with the number of frames that change', () => {
  const still = [{ first: shaded, second: shaded }]
  expect(bytesOf({ frames: 100 })).toBeGreaterThan(1.8 * bytesOf({ frames: 50 }))
  expect(bytesOf({ pairs: still })).toBeLessThan(bytesOf({}) / 10)
  expect(bytesOf({ pairs: [{ first: plain, second: plain }] })).toBeLessThan(bytesOf({ pairs: still }))
})

test('estimateGifBytes: counts slow changes once they become visible', () => {
  const grain = (x: number, y: number) => ((x * 37 + y * 101 + x * y) % 61) * 2
  const shades = [0, 5, 10, 15].map(step =>
    image((x, y) => [grain(x, y) + step, grain(x, y) + step, grain(x, y) + step]),
  )
  const row = [0, 1, 2].flatMap(index => {
    const [first, second] = [shades[index], shades[index + 1]]
    return first && second ? [{ first, second }] : []
  })
  const apart = row.map(({ first, second }) => ({ first, second: new Uint8Array(second) })).toReversed()
  expect(bytesOf({ pairs: row })).toBeGreaterThan(2 * bytesOf({ pairs: apart }))
})

test('estimateGifBytes: ignores invisible noise, more so at lower quality', () => {
  const trembling = image((x, y) => [x * 4, y * 5, 128 + ((x * 7 + y * 3) % 7)])
  const pairs = [{ first: shaded, second: trembling }]
  expect(bytesOf({ pairs })).toBe(bytesOf({ pairs: [{ first: shaded, second: shaded }] }))
  expect(bytesOf({ quality: 'low' })).toBeLessThan(bytesOf({ quality: 'high' }))
})

test('sampleMoments: spreads runs of consecutive pairs over the range', () => {
  const moments = sampleMoments(2, 5, 10)
  expect(moments).toHaveLength(24)
  for (const { firstSeconds, secondSeconds } of moments) {
    expect(firstSeconds).toBeGreaterThanOrEqual(2)
    expect(secondSeconds).toBeLessThan(7)
    expect(secondSeconds - firstSeconds).toBeCloseTo(0.1)
  }
  const frames = moments.map(({ firstSeconds }) => Math.round((firstSeconds - 2) * 10))
  expect(frames.slice(0, 6)).toEqual([1, 2, 3, 7, 8, 9])
  expect(sampleMoments(1, 0.1, 5)).toEqual([{ firstSeconds: 1, secondSeconds: 1 }])
})

test('framesOf: counts the frames that start within the clip', () => {
  expect([framesOf(5, 10), framesOf(0.25, 10), framesOf(0.1, 1), framesOf(0.31, 10)]).toEqual([50, 3, 1, 3])
})
