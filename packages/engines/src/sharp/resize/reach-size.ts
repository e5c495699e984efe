/** Writes a picture so that it is never larger than promised: less quality first, fewer pixels as a last resort. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import type { ImageRequest } from '../../image-request.ts'
import { JobFailure, type Report } from '../../process/helper-program.ts'
import { whileWriting } from '../failures.ts'
import type { Rung } from './rungs.ts'

interface Reaching<Content> {
  readonly request: ImageRequest
  readonly size: Size
  readonly draw: (size: Size) => Promise<Content>
  readonly rungs: readonly Rung<Content>[]
  readonly report: Report
}

export interface Reached {
  readonly bytes: Uint8Array
  readonly size: Size
}

/** Smaller than this nobody would recognise anything. */
const leastLongerSide = 32
const maxAttempts = 10

export async function reachSize<Content>(reaching: Reaching<Content>): Promise<Reached> {
  const { request, size, draw, rungs, report } = reaching
  const { maxBytes } = request
  let content = await draw(size)
  report(60, 'encode')
  const first = await write(rungs[0], content)
  if (maxBytes === 0 || first.length <= maxBytes) return { bytes: first, size }
  let smallest = await write(rungs.at(-1), content)
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
    smallest = await write(rungs.at(-1), content)
  }
  report(70, 'encode')
  return { bytes: await bestThatFits(rungs, content, maxBytes, smallest), size: drawn }
}

/** Bytes go roughly with the pixels; where they do not, every attempt goes further than the one before. Undefined at the end of the way. */
function reduced({ width, height }: Size, byteRatio: number, attempt: number): Size | undefined {
  const longer = Math.max(width, height)
  if (longer <= leastLongerSide) return undefined
  const wanted = Math.min(0.95 - 0.05 * attempt, Math.max(0.2, Math.sqrt(byteRatio) * 0.97))
  const scale = Math.max(wanted, leastLongerSide / longer)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The last rung is known to fit; the best one is found by halving. */
async function bestThatFits<Content>(
  rungs: readonly Rung<Content>[],
  content: Content,
  maxBytes: number,
  smallest: Uint8Array,
): Promise<Uint8Array> {
  let best = smallest
  let [tooLarge, fits] = [-1, rungs.length - 1]
  while (fits - tooLarge > 1) {
    const middle = Math.floor((tooLarge + fits) / 2)
    const bytes = await write(rungs[middle], content)
    if (bytes.length <= maxBytes) [best, fits] = [bytes, middle]
    else tooLarge = middle
  }
  return best
}

function write<Content>(rung: Rung<Content> | undefined, content: Content): Promise<Uint8Array> {
  if (rung === undefined) throw new Error('There is no way to write this format')
  return whileWriting(() => rung(content))
}
