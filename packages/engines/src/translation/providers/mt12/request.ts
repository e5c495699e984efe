/** Request to the mt12 helper. */
import { z } from 'zod'

export const mt12RequestSchema = z.object({ sentences: z.array(z.string()), target: z.string() })
export type Mt12Request = z.infer<typeof mt12RequestSchema>
