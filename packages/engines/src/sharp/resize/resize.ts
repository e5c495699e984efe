/** Resizes one image, still or animated, to the requested dimensions and file size. */
import { holds } from '@filesmith/contract/formats'
import type { Size } from '@filesmith/contract/image-edit/geometry'
import { type ResizeSettings, resizedSize } from '@filesmith/contract/image-resize/resized-size'
import { type ImageNote, withImageNotes } from '../../image-notes.ts'
import type { ImageRequest } from '../../image-request.ts'
import { JobFailure, type Report, type StreamedResult } from '../../process/helper-program.ts'
import { analyze, checkFrames } from '../analyze.ts'
import { whileWriting } from '../failures.ts'
import { checkFits } from '../side-limits.ts'
import { unpackSvg } from '../svg.ts'
import { type Frames, readFrames, resizeFrames } from './frames.ts'
import { openStill } from './open-still.ts'
import type { EncodeRung } from './quality-ladders.ts'
import { animationLadder, stillLadder } from './quality-ladders.ts'

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

interface SizeRequest<Content> {
  readonly request: ImageRequest
  readonly size: Size
  readonly draw: (size: Size) => Promise<Content>
  readonly ladder: readonly EncodeRung<Content>[]
  readonly report: Report
}

interface SizedResult {
  readonly bytes: Uint8Array
  readonly size: Size
}

/** Smaller images are unrecognizable. */
const minLongerSide = 32
const maxAttempts = 10

/** Encodes an image within a maximum file size: reduces quality first and the number of pixels as a last resort. */
async function reachSize<Content>(sizing: SizeRequest<Content>): Promise<SizedResult> {
  const { request, size, draw, ladder, report } = sizing
  const { maxBytes } = request
  let content = await draw(size)
  report(60, 'encode')
  const first = await write(ladder[0], content)
  if (maxBytes === 0 || first.length <= maxBytes) return { bytes: first, size }
  let smallest = await write(ladder.at(-1), content)
  let drawn = size
  for (let attempt = 0; smallest.length > maxBytes; attempt++) {
    const next = reduced(drawn, maxBytes / smallest.length, attempt)
    if (attempt === maxAttempts || next === undefined)
      throw new JobFailure('file-size-unreachable', {
        kilobytes: Math.floor(maxBytes / 1000),
        format: request.to.toUpperCase(),
      })
    drawn = next
    content = await draw(drawn)
    smallest = await write(ladder.at(-1), content)
  }
  report(70, 'encode')
  return { bytes: await bestThatFits(ladder, content, maxBytes, smallest), size: drawn }
}

/** Size is roughly proportional to pixels; each attempt reduces more than the last. Undefined when none is left. */
function reduced({ width, height }: Size, byteRatio: number, attempt: number): Size | undefined {
  const longer = Math.max(width, height)
  if (longer <= minLongerSide) return undefined
  const wanted = Math.min(0.95 - 0.05 * attempt, Math.max(0.2, Math.sqrt(byteRatio) * 0.97))
  const scale = Math.max(wanted, minLongerSide / longer)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The last rung is known to fit; the best one is found by binary search. */
async function bestThatFits<Content>(
  ladder: readonly EncodeRung<Content>[],
  content: Content,
  maxBytes: number,
  smallest: Uint8Array,
): Promise<Uint8Array> {
  let best = smallest
  let [tooLarge, fits] = [-1, ladder.length - 1]
  while (fits - tooLarge > 1) {
    const middle = Math.floor((tooLarge + fits) / 2)
    const bytes = await write(ladder[middle], content)
    if (bytes.length <= maxBytes) [best, fits] = [bytes, middle]
    else tooLarge = middle
  }
  return best
}

function write<Content>(rung: EncodeRung<Content> | undefined, content: Content): Promise<Uint8Array> {
  if (rung === undefined) throw new Error('no encoder for this format')
  return whileWriting(() => rung(content))
}
