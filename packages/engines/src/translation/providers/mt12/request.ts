/** Request to the mt12 helper. */
import { z } from 'zod'
import { efforts } from '../../sentence-translator.ts'

export const mt12RequestSchema = z.object({
  sentences: z.array(z.string()),
  target: z.string(),
  effort: z.enum(efforts),
})
export type Mt12Request = z.infer<typeof mt12RequestSchema>
