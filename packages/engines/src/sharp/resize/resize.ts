/** Resizes one image, still or animated, to the requested dimensions and file size. */
import { holds } from '@filesmith/contract/formats'
import type { Size } from '@filesmith/contract/image-edit/geometry'
import { type ResizeSettings, resizedSize } from '@filesmith/contract/image-resize/resized-size'
import { type ImageNote, withImageNotes } from '../../image-notes.ts'
import type { ImageRequest } from '../../image-request.ts'
import { JobFailure, type Report, type StreamedResult } from '../../process/helper-program.ts'
import { analyze, checkFrames } from '../analyze.ts'
import { checkFits } from '../side-limits.ts'
import { unpackSvg } from '../svg.ts'
import { type Frames, readFrames, resizeFrames } from './frames.ts'
import { openStill } from './open-still.ts'
import { animationLadder, stillLadder } from './quality-ladders.ts'
import { reachSize, type SizedResult } from './reach-size.ts'

const maxSide = 16_383
const maxIconSide = 256

export async function resize(
  request: ImageRequest,
  settings: ResizeSettings,
  received: Buffer,
  report: Report,
): Promise<StreamedResult> {
  const input = request.from === 'svg' ? unpackSvg(received) : received
  const facts = await analyze(input, request)
  const frames = await readFrames(input, facts, request, report)
  const requested = resizedSize(facts.upright, settings)
  const size = request.to === 'ico' ? iconSize(requested) : requested
  if (!isSame(size, facts.upright)) checkSize(size, request.maxPixels)
  checkFits(size, request.to)
  report(15, 'analyze')
  const notes: ImageNote[] = size === requested ? [] : [{ kind: 'icon-size', ...size }]
  if (frames && holds(request.to, 'frames')) {
    checkFrames({ ...size, frames: frames.delays.length }, request.maxAnimationPixels)
    return finish(await resizeAnimation(frames, size))
  }
  if (frames) notes.push({ kind: 'first-frame' })
  else if (facts.frames > 1 && request.from === 'tiff') notes.push({ kind: 'first-page' })
  const draw = openStill(input, facts, request, settings, report)
  const ladder = stillLadder(request, size.width * size.height)
  return finish(await reachSize({ request, size, draw, ladder, report }))

  function resizeAnimation(animation: Frames, to: Size): Promise<SizedResult> {
    const drawAnimation = (at: Size) => resizeFrames(animation, settings, at, report)
    return reachSize({ request, size: to, draw: drawAnimation, ladder: animationLadder(request), report })
  }

  function finish({ bytes, size: reached }: SizedResult): StreamedResult {
    report(90, 'encode')
    return withImageNotes(bytes, reached === size ? notes : [...notes, { kind: 'scaled-down', ...reached }])
  }
}

/** Icons keep their aspect ratio and are limited to 256 pixels. */
function iconSize(requested: Size): Size {
  const scale = maxIconSide / Math.max(requested.width, requested.height)
  if (scale >= 1) return requested
  return {
    width: Math.max(1, Math.round(requested.width * scale)),
    height: Math.max(1, Math.round(requested.height * scale)),
  }
}

function isSame(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height
}

function checkSize({ width, height }: Size, maxPixels: number): void {
  if (Math.max(width, height) <= maxSide && width * height <= maxPixels) return
  const megapixels = Math.floor(maxPixels / 1_000_000)
  throw new JobFailure('resized-too-large', { width, height, megapixels, pixels: maxSide })
}
