/** A message to the people behind the site. */
import { z } from 'zod'

export const contactRequestSchema = z.object({
  name: z.string().trim().min(2, 'Name must be at least 2 characters.').max(100),
  email: z.email('Please enter a valid email address.').max(254),
  subject: z.string().trim().min(5, 'Subject must be at least 5 characters.').max(200),
  message: z.string().trim().min(10, 'Message must be at least 10 characters.').max(10_000),
  isPriority: z.boolean().default(false).describe('For Pro: answered within 12 hours.'),
  /** A field that people do not see and programs fill in. */
  website: z.string().max(200).default(''),
  /** Milliseconds from the form's appearance to its sending; people take a few seconds. */
  filledInMs: z.number().int().min(0).optional(),
})
export type ContactRequest = z.input<typeof contactRequestSchema>
