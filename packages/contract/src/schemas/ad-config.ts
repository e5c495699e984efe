/** Advertising configuration, loaded by every page. */
import { z } from 'zod'

export const adModes = ['free-users', 'all', 'non-authenticated'] as const
export type AdMode = (typeof adModes)[number]

/** Ad unit for each slot of the page; the network chooses one for a slot without. */
const adUnitsSchema = z.object({
  'left-sidebar': z.string().optional(),
  'right-sidebar': z.string().optional(),
  'pre-conversion': z.string().optional(),
})

export const adConfigSchema = z.object({
  publisherId: z.string().optional().describe('Absent if no ad network is configured.'),
  mode: z.enum(adModes).describe('Who sees ads. Basic and Pro never do.'),
  units: adUnitsSchema.optional().describe('Ad units by slot, if configured.'),
})
export type AdConfig = z.infer<typeof adConfigSchema>
