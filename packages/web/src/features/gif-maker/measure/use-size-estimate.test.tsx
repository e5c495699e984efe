import { estimateGifBytes, type GifSamples } from '@filesmith/contract/gif-estimate'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ListedFile } from '../../../lib/file-list/listed-file.ts'
import { defaultGifSettings, type GifSettings } from '../gif-settings.ts'
import type { GifSource } from '../use-gif-source.ts'
import { useSizeEstimate } from './use-size-estimate.ts'

/** Does the work of the web worker inline. */
class InlineWorker {
  static requests: GifSamples[] = []
  onmessage?: (event: { data: number }) => void
  postMessage(samples: GifSamples) {
    InlineWorker.requests.push(samples)
    queueMicrotask(() => this.onmessage?.({ data: estimateGifBytes(samples) }))
  }
  terminate() {}
}

/** Renders every image as random noise. */
class NoisyCanvas {
  readonly width: number
  readonly height: number
  constructor(width: number, height: number) {
    this.width = width
    this.height = height
  }
  getContext() {
    const { width, height } = this
    return {
      canvas: this,
      clearRect() {},
      drawImage() {},
      getImageData: () => ({
        data: Uint8ClampedArray.from({ length: width * height * 4 }, () => Math.random() * 256),
      }),
    }
  }
}

beforeEach(() => {
  InlineWorker.requests = []
  vi.stubGlobal('Worker', InlineWorker)
  vi.stubGlobal('OffscreenCanvas', NoisyCanvas)
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:image')
  HTMLImageElement.prototype.decode = async () => undefined
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const listed = (key: string): ListedFile => ({
  key,
  path: `${key}.png`,
  sizeBytes: 1000,
  modifiedAt: undefined,
  file: new File(['x'], `${key}.png`),
  sending: { phase: 'complete', uploadId: key },
})

const images: GifSource = {
  kind: 'images',
  files: [listed('a'), listed('b'), listed('c')],
  first: undefined,
  lengthSeconds: undefined,
  size: { width: 160, height: 90 },
  canPlay: true,
  isAnimatedImage: false,
  inspection: { details: undefined, isInspecting: false },
  setProbe: () => undefined,
}
const small: GifSettings = { ...defaultGifSettings, width: 160 }

test('GIF-14 useSizeEstimate: returns the rough estimate at once, then measures frames of the selected width', async () => {
  const { result } = renderHook(() => useSizeEstimate(images, small, undefined))
  expect(result.current).toMatchObject({ measuredFrames: 0, isMeasuring: true })
  expect(result.current.bytes).toBeCloseTo(3000 / 9)
  await waitFor(() => expect(result.current.measuredFrames).toBe(3))
  expect(InlineWorker.requests).toMatchObject([{ width: 160, height: 90, frames: 3, quality: 'medium' }])
  expect(result.current.bytes).toBe(estimateGifBytes(InlineWorker.requests[0] as GifSamples))
})

test('useSizeEstimate: measures another quality with the same samples', async () => {
  const { result, rerender } = renderHook(
    (settings: GifSettings) => useSizeEstimate(images, settings, undefined),
    { initialProps: small },
  )
  await waitFor(() => expect(result.current.measuredFrames).toBe(3))
  const before = result.current.bytes
  act(() => rerender({ ...small, quality: 'low' }))
  await waitFor(() => expect(result.current.measuredFrames).toBe(3))
  expect(InlineWorker.requests[1]?.pairs).toBe(InlineWorker.requests[0]?.pairs)
  expect(result.current.bytes).toBeLessThan(before)
})

test('useSizeEstimate: keeps the rough estimate if an image cannot be decoded', async () => {
  HTMLImageElement.prototype.decode = () =>
    Promise.reject(new DOMException('no such format', 'EncodingError'))
  const { result } = renderHook(() => useSizeEstimate(images, small, undefined))
  await waitFor(() => expect(result.current.isMeasuring).toBe(false))
  expect(result.current.measuredFrames).toBe(0)
  expect(InlineWorker.requests).toEqual([])
})
