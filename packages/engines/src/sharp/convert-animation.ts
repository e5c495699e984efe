/** Carries a moving picture over with its frames, delays and loop count. */
import sharp, { type Sharp } from 'sharp'
import type { ImageRequest } from '../image-request.ts'
import type { Report } from '../process/helper-program.ts'
import { checkFrames, type Facts } from './analyse.ts'
import { whileReading } from './failures.ts'
import { gifQuality, webpQuality } from './quality.ts'

export function isAnimationKept(facts: Facts, { from, to }: ImageRequest): boolean {
  return facts.frames > 1 && (from === 'gif' || from === 'webp') && (to === 'gif' || to === 'webp')
}

/** sharp passes delays and loop count on by itself; reading and writing are one run to it. */
export async function convertAnimation(
  input: Buffer,
  facts: Facts,
  request: ImageRequest,
  report: Report,
): Promise<Uint8Array> {
  checkFrames(facts, request.maxAnimationPixels)
  report(25, 'decode')
  const frames = sharp(input, { ...facts.open, animated: true })
  const result = await whileReading(() => encodeAnimation(frames, request).toBuffer())
  report(80, 'encode')
  return result
}

export function encodeAnimation(
  frames: Sharp,
  { to, quality }: ImageRequest,
  timing: { delay?: number[]; loop?: number } = {},
): Sharp {
  return to === 'gif'
    ? frames.gif({ ...gifQuality[quality], ...timing })
    : frames.webp({ ...webpQuality[quality], ...timing })
}
