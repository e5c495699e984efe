/** Request to the Apertium helper. */
import { z } from 'zod'

export const apertiumRequestSchema = z.object({
  sentences: z.array(z.string()),
  /** Key of the running pipeline. */
  name: z.string(),
  stages: z.array(z.tuple([z.string()], z.string()).readonly()).readonly(),
})
export type ApertiumRequest = z.infer<typeof apertiumRequestSchema>
