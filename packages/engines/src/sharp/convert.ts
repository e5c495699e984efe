/** Converts one image: header, decoding, color conversion, encoding. */
import type { ImageRequest } from '../image-request.ts'
import type { JobHandler } from '../process/helper-program.ts'
import { analyze } from './analyze.ts'
import { convertAnimation, isAnimationKept } from './convert-animation.ts'
import { convertTiffPages, isPaged } from './convert-tiff-pages.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { checkFits } from './side-limits.ts'
import { unpackSvg } from './svg.ts'

export const convertWithSharp: JobHandler<ImageRequest> = async (request, received, report) => {
  const input = request.from === 'svg' ? unpackSvg(received) : received
  const facts = await analyze(input, request)
  checkFits(facts, request.to)
  report(10, 'analyze')
  if (isAnimationKept(facts, request)) return convertAnimation(input, facts, request, report)
  if (isPaged(facts, request)) return convertTiffPages(input, facts, request, report)
  const pixels = await decode(input, facts, request, report)
  report(60, 'encode')
  const result = await encode(pixels, request)
  report(80, 'encode')
  return result
}
