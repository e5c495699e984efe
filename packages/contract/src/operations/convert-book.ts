/** POST /api/convert/book: converts e-books, and scanned books in DjVu. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { defineOperation, pairsOf } from './operation.ts'

const books = ['epub', 'mobi', 'pdf', 'docx', 'html', 'md', 'txt', 'fb2'] as const

const pairs = pairsOf({
  epub: ['mobi', 'pdf', 'docx', 'html', 'md', 'txt', 'fb2'],
  mobi: ['epub', 'pdf', 'docx', 'html', 'md', 'txt', 'fb2'],
  azw3: books,
  fb2: ['epub', 'mobi', 'pdf', 'docx', 'html', 'md', 'txt'],
  pdb: books,
  djvu: ['pdf', 'txt'],
})

export const convertBook = defineOperation({
  ...pairs,
  path: '/api/convert/book',
  label: 'Book conversion',
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
