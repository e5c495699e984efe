/** Dispatches a request of the main process to the conversion that handles it, inside the sandboxed helper. */
import type { JobHandler } from '../process/helper-program.ts'
import { convertDocument } from './convert-document.ts'
import { convertToImages } from './render/convert-to-images.ts'
import type { PdfRequest } from './request.ts'

export const handlePdfRequest: JobHandler<PdfRequest> = async (request, input, report) => {
  if (request.to === 'jpg' || request.to === 'png') return convertToImages(input, request, request.to, report)
  return convertDocument(input, request, request.to, report)
}
