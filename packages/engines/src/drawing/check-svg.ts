/** Refuses an SVG with scripts or references to anything outside of it, which no result may have. */
import { AppError } from '@filesmith/contract/errors'

const script = /<script|<foreignObject|\son\w+\s*=|<!ENTITY/i
const reference = /\b(?:href|src)\s*=\s*["'](?!#|data:image\/)/i
const styleReference = /url\(\s*["']?(?!#|data:image\/)|@import/i

export function checkSvg(svg: string): void {
  const isUnsafe = script.test(svg) || reference.test(svg) || styleReference.test(svg)
  if (isUnsafe) throw new AppError('unsupported-variant', { format: 'drawing' })
}
