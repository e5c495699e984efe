/** Request to the Bergamot helper. */
import { z } from 'zod'

export const bergamotRequestSchema = z.object({
  sentences: z.array(z.string()),
  /** Paths inside the sandbox. */
  files: z.object({
    folder: z.string(),
    model: z.string(),
    lexicon: z.string(),
    vocabularies: z.array(z.string()).readonly(),
  }),
})
export type BergamotRequest = z.infer<typeof bergamotRequestSchema>
