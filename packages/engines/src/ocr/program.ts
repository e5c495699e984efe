/** OCR helper process: runs in the sandbox, prepares pages and renders results from bytes, without file access. */
import sharp from 'sharp'
import { serveJobs } from '../process/helper-program.ts'
import { handleOcrRequest } from './handle-ocr-request.ts'

// Each job is a different page, so the libvips cache would only hold memory.
sharp.cache(false)
// Several helpers run in parallel: more threads per helper would only contend for the same cores.
sharp.concurrency(1)
// pdf.js rejects promises without a handler for malformed documents; do not let that crash the helper.
process.on('unhandledRejection', () => {})
serveJobs(handleOcrRequest)
