/** How long records outlive what they are about, where no setting of the operator says otherwise. */

export const usualRetention = {
  /** A conversion whose files have expired is still listed. */
  expiredDays: 30,
  /** Deletion receipts, after the last file is gone. */
  receiptsDays: 30,
  impressionsDays: 90,
  /** Messages of the contact form. */
  contactsDays: 365,
  abandonedUploadHours: 24,
} as const

/** Counts of conversions. The chart shows 30 days and the present month; the rest is only there for looking back. */
export const countersKeptDays = 62

/** How long a browser is signed in that asked to be remembered. */
export const rememberedDays = 30

/** How long a browser counts as one that its user signed in with before. */
export const knownDeviceDays = 180

/** How long a visitor is known again, at most. */
export const visitorDays = 400
