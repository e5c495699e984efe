/** Encodes an image within a maximum file size: reduces quality first and the number of pixels as a last resort. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import type { ImageRequest } from '../../image-request.ts'
import { JobFailure, type Report } from '../../process/helper-program.ts'
import { whileWriting } from '../failures.ts'
import type { EncodeRung } from './quality-ladders.ts'

interface SizeRequest<Content> {
  readonly request: ImageRequest
  readonly size: Size
  readonly draw: (size: Size) => Promise<Content>
  readonly ladder: readonly EncodeRung<Content>[]
  readonly report: Report
}

export interface SizedResult {
  readonly bytes: Uint8Array
  readonly size: Size
}

/** Smaller images are unrecognizable. */
const minLongerSide = 32
const maxAttempts = 10

export async function reachSize<Content>(sizing: SizeRequest<Content>): Promise<SizedResult> {
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
