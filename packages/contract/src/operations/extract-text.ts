/** POST /api/extract/text: recognizes the text of an image, a scan or a PDF. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { defaultOcrOptions, ocrOptionsSchema, ocrRefusal } from '../ocr-options.ts'
import { ocrMessages } from '../tools/ocr/messages.ts'
import { defineOperation } from './operation.ts'
import { passwordField, unusedPassword } from './password-field.ts'

function parseJson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

export const extractText = defineOperation({
  path: '/api/extract/text',
  label: 'Text extraction',
  fileKind: 'text',
  noFile: ocrMessages.noFile,
  takes: 'one-file',
  inputs: ['jpg', 'png', 'pdf', 'tiff', 'bmp', 'webp', 'heic'],
  outputs: ['txt', 'md'],
  output: { by: 'option', format: ({ outputFormat }) => outputFormat },
  answersText: true,
  options: z.object({
    outputFormat: z
      .enum(['txt', 'md'], { error: 'Output format must be one of: txt, md.' })
      .default('txt')
      .describe(
        'Format of the text. Markdown has headings, lists and tables, and is also a part of every result.',
      ),
    options: z.preprocess(parseJson, ocrOptionsSchema.strict()).default(defaultOcrOptions),
  }),
  password: passwordField,
  stepOptions: ({ options }) => options,
  refuseFormats: (given, { password }) => unusedPassword(given, password),
  refusal: ({ options, plan }) => ocrRefusal(options.options, plan),
  queueClass: 'short',
  // Many pages, which are recognized one by one.
  longFromBytes: 10 * bytesPerMegabyte,
  maxBytes: 50 * bytesPerMegabyte,
})
