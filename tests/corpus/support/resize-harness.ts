/** Test harness for resizing images. */
import type { FormatId } from '@filesmith/contract/formats'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Converter, type ImageResult, imagesOnly, startConverter } from './converter.ts'

interface ResizeFormats {
  readonly from?: FormatId
  readonly to?: FormatId
}

export function openResizeHarness() {
  let converter: Converter
  beforeAll(async () => {
    converter = await startConverter({
      ...imagesOnly,
      maxPixels: 20_000_000,
      maxAnimationPixels: 3_000_000,
    })
  })
  afterAll(() => converter.close())
  afterEach(async () => expect(await converter.leftovers()).toEqual([]))

  return {
    get converter() {
      return converter
    },
    resize: (
      input: Buffer | string,
      options: Readonly<Record<string, unknown>>,
      { from = 'png', to = from }: ResizeFormats = {},
    ): Promise<ImageResult> =>
      converter.processImage({ operation: 'resize-image', input, from, to, options }),
  }
}
