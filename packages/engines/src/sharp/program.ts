/** The sharp helper: a sandboxed process that receives and returns image bytes and never opens files. */
import sharp from 'sharp'
import { type ImageReport, withImageReport } from '../image-notes.ts'
import { imageRequestSchema } from '../image-request.ts'
import { type Report, type StreamedResult, serveJobs } from '../process/helper-program.ts'
import { convertWithSharp } from './convert.ts'
import { edit } from './edit/edit.ts'
import { drawFavicons } from './favicons.ts'
import { inspectImage } from './inspect-image.ts'
import { openImageSource, type Source } from './readers/open-source.ts'
import { resize } from './resize/resize.ts'
import { tolerateDamage } from './tolerate-damage.ts'

// Every job has a different image, so a cache would only hold memory.
sharp.cache(false)
const handle = tolerateDamage(async (request, received, report) => {
  const source = await openImageSource(request, received)
  return withSourceReport(source, await work(source, report))
})
serveJobs(imageRequestSchema, handle)

function work({ request, input }: Source, report: Report): Promise<Uint8Array | StreamedResult> {
  if (request.isInspection) return inspectImage(request, input)
  if (request.edit) return edit(request, request.edit, input, report)
  if (request.favicons) return drawFavicons(request, request.favicons, input, report)
  if (request.resize) return resize(request, request.resize, input, report)
  return convertWithSharp(request, input, report)
}

/** Adds what reading the source has found. */
function withSourceReport(
  { request, notes, pages }: Source,
  result: Uint8Array | StreamedResult,
): StreamedResult {
  const { chunks, about } = result instanceof Uint8Array ? withImageReport(result, {}) : result
  return {
    chunks,
    about: () => {
      const report: ImageReport = about()
      return {
        ...report,
        notes: [...notes, ...(report.notes ?? [])],
        ...(request.isInspection && pages !== undefined && { pages }),
      }
    },
  }
}
