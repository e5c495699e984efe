/** POST /api/convert/markup: converts texts with markup, and makes e-books of documents. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { defineOperation, pairsOf } from './operation.ts'

const texts = ['pdf', 'docx', 'odt', 'html', 'epub', 'md', 'txt', 'rst'] as const

const markup = pairsOf({
  md: ['pdf', 'docx', 'odt', 'html', 'epub', 'txt', 'rst'],
  rst: ['pdf', 'docx', 'odt', 'html', 'epub', 'md', 'txt'],
  adoc: texts,
  org: texts,
  textile: texts,
  muse: texts,
  tex: texts,
  opml: texts,
  ipynb: texts,
  textpack: texts,
  // Their other pairs belong to the conversion of documents.
  html: ['epub', 'rst'],
  docx: ['epub', 'rst'],
  odt: ['epub', 'rst'],
  pdf: ['epub'],
})

export const convertMarkup = defineOperation({
  ...markup,
  path: '/api/convert/markup',
  label: 'Markup conversion',
  fileKind: 'document',
  takes: 'one-file',
  output: { by: 'option', format: ({ outputFormat }) => outputFormat },
  options: z.object({
    outputFormat: z.enum(markup.outputs, {
      error: `Output format must be one of: ${markup.outputs.join(', ')}.`,
    }),
  }),
  stepOptions: () => ({}),
  queueClass: 'short',
  maxBytes: 100 * bytesPerMegabyte,
})
