/** GET /api/uploads/{id}/details: properties of an uploaded file. */
import { z } from 'zod'
import { formatIds } from '../formats.ts'
import { mediaDetailsSchema } from './media.ts'

export const uploadDetailsSchema = z.object({
  format: z.enum(formatIds).nullable().describe('Detected from the content; null if unknown.'),
  media: mediaDetailsSchema.nullable().describe('For video and audio files only.'),
  pages: z.number().int().exactOptional().describe('For images that can have several (TIFF, HEIC) only.'),
  previewUrl: z
    .string()
    .nullable()
    .describe('A preview image, for video files and images that browsers do not show.'),
  problem: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .describe('Why the file cannot be read.'),
})
export type UploadDetails = z.infer<typeof uploadDetailsSchema>
