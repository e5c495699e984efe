/** POST /api/convert/mail: converts a mail to a page, a document, text, or a ZIP with its attachments. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { defineOperation } from './operation.ts'

const outputs = ['pdf', 'html', 'txt', 'zip'] as const

export const convertMail = defineOperation({
  path: '/api/convert/mail',
  label: 'Mail conversion',
  fileKind: 'mail',
  takes: 'one-file',
  inputs: ['eml', 'msg'],
  outputs,
  output: { by: 'option', format: ({ outputFormat }) => outputFormat },
  options: z.object({
    outputFormat: z
      .enum(outputs, { error: `Output format must be one of: ${outputs.join(', ')}.` })
      .describe('zip has the message as a page and as text, and its attachments.'),
  }),
  stepOptions: options => options,
  queueClass: 'short',
  maxBytes: 100 * bytesPerMegabyte,
})
