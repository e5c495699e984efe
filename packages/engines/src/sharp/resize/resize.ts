/** Brings one picture, still or moving, to the size and the file size that were asked for. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import { type ResizeSettings, resizedSize } from '@filesmith/contract/image-resize/resized-size'
import type { ImageNote } from '../../image-notes.ts'
import type { ImageOutput, ImageRequest } from '../../image-request.ts'
import { JobFailure, type Report, type StreamedResult } from '../../process/helper-program.ts'
import { told } from '../../with-image-notes.ts'
import { analyse, checkFrames } from '../analyse.ts'
import { checkFits } from '../side-limits.ts'
import { unpackSvg } from '../svg.ts'
import { type Frames, readFrames, resizeFrames } from './frames.ts'
import { openStill } from './open-still.ts'
import { type Reached, reachSize } from './reach-size.ts'
import { framesRungs, stillRungs } from './rungs.ts'

const maxSide = 16_383
const maxIconSide = 256
const movingOutputs: ReadonlySet<ImageOutput> = new Set(['gif', 'webp', 'apng'])

export async function resize(
  request: ImageRequest,
  settings: ResizeSettings,
  received: Buffer,
  report: Report,
): Promise<StreamedResult> {
  const input = request.from === 'svg' ? unpackSvg(received) : received
  const facts = await analyse(input, request)
  const frames = await readFrames(input, facts, request, report)
  const asked = resizedSize(facts.upright, settings)
  const size = request.to === 'ico' ? iconSize(asked) : asked
  if (!isSame(size, facts.upright)) checkSize(size, request.maxPixels)
  checkFits(size, request.to)
  report(15, 'analyze')
  const notes: ImageNote[] = size === asked ? [] : [{ kind: 'icon-size', ...size }]
  if (frames && movingOutputs.has(request.to)) {
    checkFrames({ ...size, frames: frames.delays.length }, request.maxAnimationPixels)
    return finish(await resizeMoving(frames, size))
  }
  if (frames) notes.push({ kind: 'first-frame' })
  else if (facts.frames > 1 && request.from === 'tiff') notes.push({ kind: 'first-page' })
  const draw = openStill(input, facts, request, settings, report)
  const rungs = stillRungs(request, size.width * size.height)
  return finish(await reachSize({ request, size, draw, rungs, report }))

  function resizeMoving(moving: Frames, to: Size): Promise<Reached> {
    const drawMoving = (at: Size) => resizeFrames(moving, settings, at, report)
    return reachSize({ request, size: to, draw: drawMoving, rungs: framesRungs(request), report })
  }

  function finish({ bytes, size: reached }: Reached): StreamedResult {
    report(90, 'encode')
    return told(bytes, reached === size ? notes : [...notes, { kind: 'scaled-down', ...reached }])
  }
}

/** An icon keeps its proportions and becomes as large as it can. */
function iconSize(asked: Size): Size {
  const scale = maxIconSide / Math.max(asked.width, asked.height)
  if (scale >= 1) return asked
  return {
    width: Math.max(1, Math.round(asked.width * scale)),
    height: Math.max(1, Math.round(asked.height * scale)),
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
