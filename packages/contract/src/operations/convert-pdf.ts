/** POST /api/convert/pdf: converts a PDF to a document, text or images of its pages. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { imageQualities } from './convert-image.ts'
import { markdownImagesField } from './markdown-images.ts'
import { defineOperation } from './operation.ts'
import { passwordField } from './password-field.ts'

const names = ['docx', 'txt', 'html', 'jpeg', 'png', 'md', 'jpg'] as const

export const convertPdf = defineOperation({
  path: '/api/convert/pdf',
  label: 'PDF conversion',
  fileKind: 'document',
  takes: 'one-file',
  inputs: ['pdf'],
  outputs: ['docx', 'txt', 'html', 'jpg', 'png', 'md'],
  output: { by: 'option', format: ({ outputFormat }) => outputFormat },
  options: z.object({
    outputFormat: z
      .enum(names, { error: 'Output format must be one of: docx, txt, html, jpeg, png, md.' })
      .transform(name => (name === 'jpeg' ? 'jpg' : name)),
    quality: z
      .enum(imageQualities, { error: `Quality must be one of: ${imageQualities.join(', ')}.` })
      .default('high')
      .describe('Quality of images; ignored for txt.'),
    images: markdownImagesField,
  }),
  password: passwordField,
  encoding: ({ quality, images }) => ({ quality, images }),
  queueClass: 'short',
  // Mostly scans, whose pages are recognized one by one.
  longFromBytes: 20 * bytesPerMegabyte,
  maxBytes: 100 * bytesPerMegabyte,
})
