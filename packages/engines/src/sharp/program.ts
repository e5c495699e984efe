/** The sharp helper: a sandboxed process that receives and returns image bytes and never opens files. */
import sharp from 'sharp'
import { type ImageReport, withImageReport } from '../image-notes.ts'
import { type ImageRequest, imageRequestSchema } from '../image-request.ts'
import { type Report, type StreamedResult, serveJobs } from '../process/helper-program.ts'
import { analyze } from './analyze.ts'
import { convertWithSharp } from './convert.ts'
import { chosenPages } from './convert-pages.ts'
import { edit } from './edit/edit.ts'
import { whileReading } from './failures.ts'
import { drawFavicons } from './favicons.ts'
import { openImageSource, type Source } from './readers/open-source.ts'
import { resize } from './resize/resize.ts'
import { tolerateDamage } from './tolerate-damage.ts'

/** Counts the pages of an image and draws a small preview of the first, for formats that browsers do not show. */
const previewSide = 640

async function inspectImage(request: ImageRequest, input: Buffer): Promise<StreamedResult> {
  const facts = await analyze(input, request)
  const pages = chosenPages(input, facts, request)
  const preview = await whileReading(() =>
    sharp(input, { ...facts.open, page: pages[0] ?? 0 })
      .autoOrient()
      .resize(previewSide, previewSide, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: 80 })
      .toBuffer(),
  )
  return withImageReport(preview, { pages: pages.length })
}

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
