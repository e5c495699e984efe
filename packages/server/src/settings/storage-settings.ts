/** Where files are kept, and for how long. */
import { usualRetention } from '@filesmith/contract/retention'
import { z } from 'zod'
import { flag, webAddress, wholeNumber, withoutLastSlash } from './setting-kinds.ts'

export const storageSettings = {
  STORAGE: z.enum(['disk', 's3']).default('disk').describe('Where uploads and results are kept.'),
  S3_ENDPOINT: z.url().optional().describe('Address of an S3-compatible server. Without it, AWS itself.'),
  S3_REGION: z.string().default('us-east-1').describe('Region of the bucket.'),
  S3_BUCKET: z.string().optional().describe('Name of the bucket. Needed when STORAGE is s3.'),
  S3_ACCESS_KEY_ID: z.string().optional().describe('Access key. Needed when STORAGE is s3.'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('Secret key. Needed when STORAGE is s3.'),
  S3_PATH_STYLE: flag
    .default(true)
    .describe('Whether the bucket stands in the path rather than in the host name.'),
  S3_PREFIX: z.string().default('').describe('Put before every key, to share a bucket with others.'),
  S3_PRESIGNED_DOWNLOADS: flag
    .default(false)
    .describe(
      'Whether browsers fetch results straight from the bucket, by an address that works for five minutes. Ranges, previews and what the page itself reads still come through the web process.',
    ),
  S3_PUBLIC_ENDPOINT: webAddress
    .transform(withoutLastSlash)
    .optional()
    .describe(
      'Address by which browsers reach the S3 server for presigned downloads, where it is another one than S3_ENDPOINT.',
    ),
  IMPRESSIONS_KEPT_DAYS: wholeNumber(1)
    .default(usualRetention.impressionsDays)
    .describe('When records of seen advertisements are forgotten.'),
  CONTACTS_KEPT_DAYS: wholeNumber(1)
    .default(usualRetention.contactsDays)
    .describe('When messages of the contact form are forgotten.'),
  EXPIRED_KEPT_DAYS: wholeNumber(1)
    .default(usualRetention.expiredDays)
    .describe('How long the recent list shows a conversion whose files have expired.'),
  AUDIT_KEPT_DAYS: wholeNumber(1).default(400).describe('How long the audit log of the admin area is kept.'),
  RECEIPTS_KEPT_DAYS: wholeNumber(1)
    .default(usualRetention.receiptsDays)
    .describe('How long the deletion receipt of a conversion can be fetched after its last file is gone.'),
  ABANDONED_UPLOAD_HOURS: wholeNumber(1)
    .default(usualRetention.abandonedUploadHours)
    .describe('When an unfinished upload is swept away.'),
  ORPHANS_KEPT_MINUTES: wholeNumber(0)
    .default(60)
    .describe(
      'How old a stored file must be, that no record knows of, to be swept away. Longer than receiving or storing one takes.',
    ),
  SWEEP_INTERVAL_SECONDS: wholeNumber(1).default(60).describe('How often workers look for expired files.'),
}
