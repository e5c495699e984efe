import { describe, expect, test } from 'vitest'
import { applyColors, colorSteps } from './colors.ts'
import { defaultImageEdit, type ImageEdit, imageFilters } from './settings.ts'

function colorAfter(change: Partial<ImageEdit>, ...color: [number, number, number, number?]): number[] {
  const pixel = Uint8Array.from([color[0], color[1], color[2], color[3] ?? 255])
  applyColors(pixel, colorSteps({ ...defaultImageEdit, ...change }))
  return [...pixel]
}

describe('colorSteps and applyColors', () => {
  test('the default edit changes nothing', () => {
    expect(colorSteps(defaultImageEdit)).toEqual([])
    expect(colorAfter({}, 1, 2, 3, 4)).toEqual([1, 2, 3, 4])
  })

  test.each<[string, Partial<ImageEdit>, [number, number, number], number[]]>([
    ['brightness multiplies and clips at white', { brightness: 150 }, [100, 200, 0], [150, 255, 0]],
    ['brightness 0 is black', { brightness: 0 }, [100, 200, 30], [0, 0, 0]],
    ['contrast scales around the middle', { contrast: 200 }, [128, 200, 60], [129, 255, 0]],
    ['contrast 0 is middle gray', { contrast: 0 }, [3, 200, 60], [128, 128, 128]],
    ['saturation 0 is luminance', { saturation: 0 }, [255, 0, 0], [54, 54, 54]],
    ['saturation 200 moves away from gray', { saturation: 200 }, [140, 120, 120], [156, 116, 116]],
    ['grayscale', { filter: 'grayscale' }, [0, 255, 0], [182, 182, 182]],
    ['invert', { filter: 'invert' }, [255, 0, 100], [0, 255, 155]],
    ['sepia', { filter: 'sepia' }, [100, 100, 100], [135, 120, 94]],
    ['duo-tone of black', { filter: 'duo-tone' }, [0, 0, 0], [23, 28, 84]],
    ['duo-tone of white', { filter: 'duo-tone' }, [255, 255, 255], [255, 199, 133]],
    ['vintage lifts black', { filter: 'vintage' }, [0, 0, 0], [18, 15, 26]],
    ['dramatic dims white', { filter: 'dramatic' }, [255, 255, 255], [242, 242, 242]],
  ])('%s', (_, change, before, after) => {
    expect(colorAfter(change, ...before).slice(0, 3)).toEqual(after)
  })

  test('values are clipped after every step: brightness, then contrast', () => {
    // Without clipping at white in between, 200 would become 255 again.
    expect(colorAfter({ brightness: 200, contrast: 50 }, 200, 200, 200).slice(0, 3)).toEqual([191, 191, 191])
  })

  test('opacity never changes', () => {
    for (const filter of imageFilters)
      expect(colorAfter({ filter, brightness: 130 }, 9, 99, 199, 77)[3]).toBe(77)
  })

  test('all steps are applied in order, whether or not they mix channels', () => {
    const steps = colorSteps({ ...defaultImageEdit, contrast: 140, saturation: 60, filter: 'dramatic' })
    const pixels = Uint8Array.from({ length: 4096 * 4 }, (_, index) => (index * 37) % 256)
    const expected = Uint8Array.from(pixels)
    for (let at = 0; at < expected.length; at += 4) {
      let color = [...expected.subarray(at, at + 3)].map(value => value / 255)
      for (const step of steps)
        color = [0, 4, 8].map(row => {
          const sum = color.reduce((total, part, index) => total + part * (step[row + index] as number), 0)
          return Math.min(1, Math.max(0, sum + (step[row + 3] as number)))
        })
      expected.set(
        color.map(part => Math.round(part * 255)),
        at,
      )
    }
    applyColors(pixels, steps)
    expect(pixels).toEqual(expected)
  })
})
