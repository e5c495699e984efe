/** POST /api/convert/comic: converts comics, which are archives of images, to and from PDF and EPUB. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { defineOperation, pairsOf } from './operation.ts'

const pairs = pairsOf({
  cbz: ['pdf', 'epub'],
  cbr: ['cbz', 'pdf', 'epub'],
  cb7: ['cbz', 'pdf', 'epub'],
  pdf: ['cbz'],
  epub: ['cbz'],
})

export const convertComic = defineOperation({
  ...pairs,
  path: '/api/convert/comic',
  label: 'Comic conversion',
  fileKind: 'book',
  takes: 'one-file',
  output: { by: 'option', format: ({ outputFormat }) => outputFormat },
  options: z.object({
    outputFormat: z.enum(pairs.outputs, {
      error: `Output format must be one of: ${pairs.outputs.join(', ')}.`,
    }),
  }),
  stepOptions: () => ({}),
  queueClass: 'short',
  longFromBytes: 20 * bytesPerMegabyte,
  maxBytes: 100 * bytesPerMegabyte,
})
