/** The body of every reply that is not a success. */
import { z } from 'zod'

export const errorReplySchema = z.object({ code: z.string(), message: z.string() })
export type ErrorReply = z.infer<typeof errorReplySchema>
