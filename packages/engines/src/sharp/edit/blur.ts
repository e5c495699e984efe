/** Gaussian blur as specified in the contract: the integer blur of libvips shifts brightness by up to two percent. */
import { blur as gaussianBlur } from '@filesmith/contract/image-edit/blur'
import { atOnce } from '@filesmith/contract/image-edit/work-in-steps'
import { fromClamped, type RgbaPixels, toClamped } from './place-pixels.ts'

export function blur(pixels: RgbaPixels, sigma: number): RgbaPixels {
  return fromClamped(atOnce(gaussianBlur(toClamped(pixels), sigma)), pixels.isOpaque)
}
