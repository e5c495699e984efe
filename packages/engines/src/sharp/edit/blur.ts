/** Blurs pixels by the Gaussian of the contract: the library's own, of whole numbers, makes pictures up to two percent lighter or darker. */
import { blur as gaussianBlur } from '@filesmith/contract/image-edit/blur'
import { atOnce } from '@filesmith/contract/image-edit/work-in-steps'
import { fromClamped, type RgbaPixels, toClamped } from './place-pixels.ts'

export function blur(pixels: RgbaPixels, sigma: number): RgbaPixels {
  return fromClamped(atOnce(gaussianBlur(toClamped(pixels), sigma)), pixels.isOpaque)
}
