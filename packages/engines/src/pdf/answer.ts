/** Takes one request to the part of the engine that can answer it. */
import type { JobHandler } from '../process/helper-program.ts'
import { convertDocument } from './convert-document.ts'
import { convertPages } from './render/convert-pages.ts'
import type { PdfRequest } from './request.ts'

export const answer: JobHandler<PdfRequest> = async (request, input, report) => {
  if (request.to === 'jpg' || request.to === 'png') return convertPages(input, request, request.to, report)
  return convertDocument(input, request, request.to, report)
}
