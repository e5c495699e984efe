/** The ImageMagick helper: runs in the jail, reads pictures and writes pictures, never touches a file. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initializeImageMagick } from '@imagemagick/magick-wasm'
import { serveJobs } from '../process/helper-program.ts'
import { convert } from './convert.ts'

const wasmPath = createRequire(import.meta.url).resolve('@imagemagick/magick-wasm/magick.wasm')
await initializeImageMagick(readFileSync(wasmPath))
serveJobs(convert)
