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
  outputs: ['txt'],
  output: { by: 'input', format: () => 'txt' },
  answersText: true,
  options: z.object({
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
