import { estimateGifBytes, type GifSamples } from '@filesmith/contract/gif-estimate'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ListedFile } from '../../../lib/file-list/listed-file.ts'
import { defaultSettings, type GifSettings } from '../gif-settings.ts'
import type { Source } from '../use-source.ts'
import { useSizeEstimate } from './use-size-estimate.ts'

/** As the worker does it, only here. */
class WorkerHere {
  static weighed: GifSamples[] = []
  onmessage?: (event: { data: number }) => void
  postMessage(samples: GifSamples) {
    WorkerHere.weighed.push(samples)
    queueMicrotask(() => this.onmessage?.({ data: estimateGifBytes(samples) }))
  }
  terminate() {}
}

/** Every picture is drawn as noise of its own. */
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
  WorkerHere.weighed = []
  vi.stubGlobal('Worker', WorkerHere)
  vi.stubGlobal('OffscreenCanvas', NoisyCanvas)
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture')
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

const images: Source = {
  kind: 'pictures',
  files: [listed('a'), listed('b'), listed('c')],
  first: undefined,
  lengthSeconds: undefined,
  size: { width: 160, height: 90 },
  canPlay: true,
  isAnimatedImage: false,
  inspection: { details: undefined, isLooking: false },
  see: () => undefined,
}
const small: GifSettings = { ...defaultSettings, width: 160 }

test('GIF-14 at once there is the guess; then it is measured on frames of the chosen width', async () => {
  const { result } = renderHook(() => useSizeEstimate(images, small, undefined))
  expect(result.current).toMatchObject({ measuredFrames: 0, isMeasuring: true })
  expect(result.current.bytes).toBeCloseTo(3000 / 9)
  await waitFor(() => expect(result.current.measuredFrames).toBe(3))
  expect(WorkerHere.weighed).toMatchObject([{ width: 160, height: 90, frames: 3, quality: 'medium' }])
  expect(result.current.bytes).toBe(estimateGifBytes(WorkerHere.weighed[0] as GifSamples))
})

test('another quality is weighed with the same frames, and says what it goes by meanwhile', async () => {
  const { result, rerender } = renderHook(
    (settings: GifSettings) => useSizeEstimate(images, settings, undefined),
    { initialProps: small },
  )
  await waitFor(() => expect(result.current.measuredFrames).toBe(3))
  const before = result.current.bytes
  act(() => rerender({ ...small, quality: 'low' }))
  await waitFor(() => expect(result.current.measuredFrames).toBe(3))
  expect(WorkerHere.weighed[1]?.pairs).toBe(WorkerHere.weighed[0]?.pairs)
  expect(result.current.bytes).toBeLessThan(before)
})

test('where a picture cannot be drawn, the guess stays a guess', async () => {
  HTMLImageElement.prototype.decode = () =>
    Promise.reject(new DOMException('no such format', 'EncodingError'))
  const { result } = renderHook(() => useSizeEstimate(images, small, undefined))
  await waitFor(() => expect(result.current.isMeasuring).toBe(false))
  expect(result.current.measuredFrames).toBe(0)
  expect(WorkerHere.weighed).toEqual([])
})
