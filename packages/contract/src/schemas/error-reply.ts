/** The body of every reply that is not a success. */
import { z } from 'zod'

export const errorReplySchema = z
  .object({
    code: z.string().describe('Machine-readable error code.'),
    message: z.string().describe('Human-readable message.'),
  })
  .meta({ id: 'ErrorReply' })
export type ErrorReply = z.infer<typeof errorReplySchema>
