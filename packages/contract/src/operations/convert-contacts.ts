/** POST /api/convert/contacts: converts contacts between vCard, CSV and JSON. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { defineOperation, pairsOf } from './operation.ts'

const { pairs, inputs, outputs } = pairsOf({
  vcf: ['csv', 'json'],
  csv: ['vcf'],
  json: ['vcf'],
})

export const convertContacts = defineOperation({
  path: '/api/convert/contacts',
  label: 'Contact conversion',
  fileKind: 'mail',
  takes: 'one-file',
  pairs,
  inputs,
  outputs,
  output: { by: 'option', format: ({ outputFormat }) => outputFormat },
  options: z.object({
    outputFormat: z.enum(outputs, { error: `Output format must be one of: ${outputs.join(', ')}.` }),
  }),
  stepOptions: options => options,
  queueClass: 'short',
  maxBytes: 50 * bytesPerMegabyte,
})
