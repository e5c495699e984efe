/** PDF helper process: runs in the sandbox, converts PDFs from bytes to bytes, without file access. */
import sharp from 'sharp'
import { serveJobs } from '../process/helper-program.ts'
import { convertDocument } from './convert-document.ts'
import { convertToImages } from './render/convert-to-images.ts'
import { pdfRequestSchema } from './request.ts'

// Each job is a different document, so the libvips cache would only hold memory.
sharp.cache(false)
// pdf.js rejects promises without a handler for malformed documents; do not let that crash the helper.
process.on('unhandledRejection', () => {})
serveJobs(pdfRequestSchema, (request, input, report) =>
  request.to === 'jpg' || request.to === 'png'
    ? convertToImages(input, request, request.to, report)
    : convertDocument(input, request, request.to, report),
)
