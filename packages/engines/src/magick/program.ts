/** The ImageMagick helper: a sandboxed process that receives and returns image bytes and never opens files. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initializeImageMagick } from '@imagemagick/magick-wasm'
import { imageRequestSchema } from '../image-request.ts'
import { serveJobs } from '../process/helper-program.ts'
import { convertWithMagick } from './convert.ts'

const wasmPath = createRequire(import.meta.url).resolve('@imagemagick/magick-wasm/magick.wasm')
await initializeImageMagick(readFileSync(wasmPath))
serveJobs(imageRequestSchema, convertWithMagick)
