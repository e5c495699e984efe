/** The sharp helper: a sandboxed process that receives and returns image bytes and never opens files. */
import sharp from 'sharp'
import { imageRequestSchema } from '../image-request.ts'
import { serveJobs } from '../process/helper-program.ts'
import { convertWithSharp } from './convert.ts'
import { edit } from './edit/edit.ts'
import { inspectImage } from './inspect-image.ts'
import { resize } from './resize/resize.ts'
import { tolerateDamage } from './tolerate-damage.ts'

// Every job has a different image, so a cache would only hold memory.
sharp.cache(false)
const handle = tolerateDamage(async (request, input, report) => {
  if (request.isInspection) return inspectImage(request, input)
  if (request.edit) return edit(request, request.edit, input, report)
  if (request.resize) return resize(request, request.resize, input, report)
  return convertWithSharp(request, input, report)
})
serveJobs(imageRequestSchema, handle)
