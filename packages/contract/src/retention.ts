/** Default retention periods of records. */

export const defaultRetention = {
  /** Conversions whose files have expired are still listed. */
  expiredDays: 30,
  /** Deletion receipts, after the last file was deleted. */
  receiptsDays: 30,
  impressionsDays: 90,
  /** Messages of the contact form and of chats. */
  contactsDays: 365,
  abandonedUploadHours: 24,
} as const

/** Conversion counts: the chart shows 30 days and the current month; older ones are kept for reference. */
export const countersKeptDays = 62

/** Duration of remembered sessions. */
export const rememberedDays = 30

/** How long a browser counts as a known device after signing in. */
export const knownDeviceDays = 180

/** Maximum lifetime of a visitor id. */
export const visitorDays = 400
