/** GET /api/formats: all formats, and which can be converted to which. */
import { z } from 'zod'
import { fileKinds } from '../formats.ts'

const listedFormatSchema = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.enum(fileKinds),
  extensions: z.array(z.string()).describe('The first one is used for results.'),
  mime: z.string(),
  isInput: z.boolean().describe('Can be converted to another format.'),
  isOutput: z.boolean().describe('Other formats can be converted to it.'),
})
export type ListedFormat = z.infer<typeof listedFormatSchema>

const listedPairSchema = z.object({
  from: z.string(),
  to: z.string(),
  operation: z.string().describe('The preferred operation.'),
  path: z.string().describe('The call of this operation.'),
  page: z.string().optional().describe('Path of the page about this conversion, if it has one.'),
})
export type ListedPair = z.infer<typeof listedPairSchema>

export const formatListSchema = z.object({
  formats: z.array(listedFormatSchema),
  inputs: z.array(z.string()).describe('Ids of all formats that can be converted.'),
  outputs: z.array(z.string()).describe('Ids of all formats that others can be converted to.'),
  pairs: z.array(listedPairSchema).describe('By input; of each, the most wanted outputs first.'),
})
export type FormatList = z.infer<typeof formatListSchema>
