/** POST /api/uploads/{id}/preparation: an upload becomes the PDF that it would be converted to. */
import { z } from 'zod'

export const uploadPreparationSchema = z.object({
  status: z
    .enum(['queued', 'running', 'ready'])
    .describe('Request it again until it is ready: then the upload is the PDF.'),
  previewUrl: z
    .string()
    .nullable()
    .describe('Once it is ready, a PDF with small images of its pages. The PDF itself cannot be downloaded.'),
})
export type UploadPreparation = z.infer<typeof uploadPreparationSchema>
