/** POST /api/ad-impression: an advertisement was shown. */
import { z } from 'zod'

const adPositions = ['pre-conversion', 'left-sidebar', 'right-sidebar'] as const
const deviceTypes = ['mobile', 'desktop'] as const

/** Windows narrower than this count as mobile. */
export const desktopFromPx = 768

export const adImpressionSchema = z.object({
  adUnitId: z.string().trim().min(1).max(100),
  pageUrl: z.string().trim().min(1).max(2000),
  adPosition: z.enum(adPositions),
  deviceType: z.enum(deviceTypes),
})
export type AdPosition = (typeof adPositions)[number]
export type AdImpression = z.infer<typeof adImpressionSchema>
