/** Renders the edited image pixel by pixel as specified by contract/image-edit; identical on every machine. */

import { blur } from '@filesmith/contract/image-edit/blur'
import { applyColors, colorSteps } from '@filesmith/contract/image-edit/colors'
import { editGeometry } from '@filesmith/contract/image-edit/geometry'
import { resizeKernel } from '@filesmith/contract/image-edit/kernels'
import { mixPixels } from '@filesmith/contract/image-edit/mix-pixels'
import type { Pixels } from '@filesmith/contract/image-edit/pixels'
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'
import { atOnce, scaled } from '@filesmith/contract/image-edit/work-in-steps'
import { rotateAndCrop } from './rotate-and-crop.ts'

const pixelsPerReport = 1 << 18

/** Yields progress from 0 to 1. May modify the source. */
export function* renderEdit(source: Pixels, edit: ImageEdit): Generator<number, Pixels> {
  const geometry = editGeometry(source, edit)
  const { output } = geometry
  const cropped = yield* scaled(rotateAndCrop(source, geometry, edit), 0, 0.25)
  const resized = yield* scaled(resize(cropped, output), 0.25, 0.5)
  yield* scaled(color(resized, edit), 0.5, 0.7)
  return yield* scaled(blur(resized, geometry.blurPixels), 0.7, 1)
}

function* resize(source: Pixels, { width, height }: Pick<Pixels, 'width' | 'height'>) {
  if (width === source.width && height === source.height) return source
  return yield* mixPixels(source, resizeKernel(source.width, width), resizeKernel(source.height, height))
}

function* color({ data }: Pixels, edit: ImageEdit): Generator<number, void> {
  const steps = colorSteps(edit)
  if (steps.length === 0) return
  for (let at = 0; at < data.length; at += pixelsPerReport * 4) {
    applyColors(data.subarray(at, at + pixelsPerReport * 4), steps)
    yield at / data.length
  }
}

/** Synchronous variant for small images. */
export function renderEditSync(source: Pixels, edit: ImageEdit): Pixels {
  return atOnce(renderEdit(source, edit))
}
