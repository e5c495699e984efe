/** The body of every reply that is not a success. */
import { z } from 'zod'

export const errorReplySchema = z
  .object({
    code: z.string().describe('What happened, for programs.'),
    message: z.string().describe('What happened, for people.'),
  })
  .meta({ id: 'ErrorReply' })
export type ErrorReply = z.infer<typeof errorReplySchema>
