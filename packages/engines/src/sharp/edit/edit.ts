/** Applies an image edit the same way as the browser: geometry, colors, blur, encoding. */

import { blur as gaussianBlur } from '@filesmith/contract/image-edit/blur'
import { applyColors, colorSteps } from '@filesmith/contract/image-edit/colors'
import { editGeometry } from '@filesmith/contract/image-edit/geometry'
import { maxEditedSide } from '@filesmith/contract/image-edit/settings'
import { atOnce } from '@filesmith/contract/image-edit/work-in-steps'
import { type ImageNote, withImageNotes } from '../../image-notes.ts'
import type { EditWork, ImageOutput, ImageRequest } from '../../image-request.ts'
import type { Report, StreamedResult } from '../../process/helper-program.ts'
import { JobFailure } from '../../process/job-failure.ts'
import { analyze, type Facts } from '../analyze.ts'
import { whileWriting } from '../failures.ts'
import { avifQuality, pngQuality, tiffQuality } from '../quality.ts'
import { checkFits } from '../side-limits.ts'
import { fromClamped, openRgba, placePixels, type RgbaPixels, toClamped } from './place-pixels.ts'

/** Full chroma resolution from this quality on. */
const minFullChromaQuality = 90

function encodeEdited(pixels: RgbaPixels, to: ImageOutput, quality: number): Promise<Buffer> {
  const image = openRgba(pixels)
  if (to === 'jpg') image.flatten({ background: '#ffffff' })
  else if (pixels.isOpaque) image.removeAlpha()
  const chromaSubsampling = quality >= minFullChromaQuality ? '4:4:4' : '4:2:0'
  return whileWriting(() => {
    if (to === 'jpg') return image.jpeg({ quality, chromaSubsampling }).toBuffer()
    if (to === 'webp') return image.webp({ quality }).toBuffer()
    if (to === 'avif') return image.avif({ ...avifQuality.high, quality, chromaSubsampling }).toBuffer()
    if (to === 'tiff') return image.tiff(tiffQuality.high).toBuffer()
    return image.png(pngQuality.high).toBuffer()
  })
}

export async function edit(
  request: ImageRequest,
  work: EditWork,
  input: Buffer,
  report: Report,
): Promise<StreamedResult> {
  const facts = await analyze(input, request)
  const geometry = editGeometry(facts.upright, work)
  checkSizes([geometry.crop, geometry.output], request.maxPixels)
  checkFits(geometry.output, request.to)
  report(15, 'analyze')
  const placed = await placePixels(input, facts, work, geometry, report)
  report(50, 'colour')
  applyColors(placed.data, colorSteps(work))
  report(60, 'blur')
  const finished = blur(placed, geometry.blurPixels)
  report(70, 'encode')
  const result = await encodeEdited(finished, request.to, work.percent)
  report(90, 'encode')
  return withImageNotes(result, notesOn(facts, request))
}

function checkSizes(sizes: readonly { width: number; height: number }[], maxPixels: number): void {
  const tooLarge = sizes.find(({ width, height }) => width * height > maxPixels)
  if (tooLarge === undefined) return
  const { width, height } = tooLarge
  throw new JobFailure('resized-too-large', {
    width,
    height,
    megapixels: Math.floor(maxPixels / 1_000_000),
    pixels: maxEditedSide,
  })
}

function notesOn(facts: Facts, { from }: ImageRequest): ImageNote[] {
  if (from === 'apng') return [{ kind: 'first-frame' }]
  if (facts.frames === 1) return []
  return [{ kind: from === 'tiff' ? 'first-page' : 'first-frame' }]
}

/** Gaussian blur as specified in the contract: the integer blur of libvips shifts brightness by up to two percent. */
function blur(pixels: RgbaPixels, sigma: number): RgbaPixels {
  return fromClamped(atOnce(gaussianBlur(toClamped(pixels), sigma)), pixels.isOpaque)
}
