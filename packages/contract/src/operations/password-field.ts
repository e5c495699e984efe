/** The password of a protected file, or of an archive to be made; an empty one is none. */
import { z } from 'zod'

const maxLength = 127

export const passwordField = z
  .string({ error: 'The password must be a text.' })
  .max(maxLength, { error: `A password can have at most ${maxLength} characters.` })
  .optional()
  .describe('Opens a protected file. Never stored in clear, and gone when the work is done.')
