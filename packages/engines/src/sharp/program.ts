/** The sharp helper: runs in the jail, reads pictures and writes pictures, never touches a file. */
import sharp from 'sharp'
import type { ImageRequest } from '../image-request.ts'
import { serveJobs } from '../process/helper-program.ts'
import { convert } from './convert.ts'
import { edit } from './edit/edit.ts'
import { resize } from './resize/resize.ts'

// Every job is another picture: a cache would only hold memory.
sharp.cache(false)
serveJobs<ImageRequest>((request, input, report) => {
  if (request.edit) return edit(request, request.edit, input, report)
  if (request.resize) return resize(request, request.resize, input, report)
  return convert(request, input, report)
})
