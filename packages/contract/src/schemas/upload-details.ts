/** GET /api/uploads/{id}/details: what is inside a file that has arrived. */
import { z } from 'zod'
import { formatIds } from '../formats.ts'
import { mediaDetailsSchema } from './media.ts'

export const uploadDetailsSchema = z.object({
  format: z.enum(formatIds).nullable().describe('As its content says; null when nothing known was found.'),
  media: mediaDetailsSchema.nullable().describe('Of films and recordings only.'),
  previewUrl: z.string().nullable().describe('A picture of it, where there is one to show.'),
  problem: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .describe('Why it cannot be read, said before anybody asks for a conversion.'),
})
export type UploadDetails = z.infer<typeof uploadDetailsSchema>
