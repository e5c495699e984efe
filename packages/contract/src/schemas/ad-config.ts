/** What the page is told about advertising at its start. */
import { z } from 'zod'

export const adModes = ['free-users', 'all', 'non-authenticated'] as const
export type AdMode = (typeof adModes)[number]

/** The network's number for each place on the page; a place without one is filled with what the network likes. */
const adUnitsSchema = z.object({
  'left-sidebar': z.string().optional(),
  'right-sidebar': z.string().optional(),
  'pre-conversion': z.string().optional(),
})

export const adConfigSchema = z.object({
  publisherId: z.string().optional().describe('Absent where no advertising network is set up.'),
  mode: z.enum(adModes).describe('Who sees advertising. Basic and Pro never do.'),
  units: adUnitsSchema.optional().describe('The ad units of the places, where they are named.'),
})
export type AdConfig = z.infer<typeof adConfigSchema>
