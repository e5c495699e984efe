/** What the page is told about advertising at its start. */
import { z } from 'zod'

export const adModes = ['free-users', 'all', 'non-authenticated'] as const
export type AdMode = (typeof adModes)[number]

export const adConfigSchema = z.object({
  publisherId: z.string().optional().describe('Absent where no advertising network is set up.'),
  mode: z.enum(adModes).describe('Who sees advertising. Basic and Pro never do.'),
})
export type AdConfig = z.infer<typeof adConfigSchema>
