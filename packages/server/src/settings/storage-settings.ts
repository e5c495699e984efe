/** Where files are kept, and for how long. */
import { toMegabytes } from '@filesmith/contract/bytes'
import { maxBytesFor, maxFilesPerBatch } from '@filesmith/contract/limits'
import { operationIds, operations } from '@filesmith/contract/operations/registry'
import { type PlanId, plans } from '@filesmith/contract/plans'
import { defaultRetention } from '@filesmith/contract/retention'
import { z } from 'zod'
import { flag, webAddress, wholeNumber, withoutLastSlash } from './setting-kinds.ts'

/** A day's allowance of the largest files with results of the same size; for Pro one batch of the largest. */
const largestFileMegabytes = (plan: PlanId) =>
  toMegabytes(Math.max(...operationIds.map(id => maxBytesFor(operations[id].maxBytes, plan))))

const defaultQuotaMegabytes = {
  free: 2 * plans.free.conversionsPerDay * largestFileMegabytes('free'),
  basic: 2 * plans.basic.conversionsPerDay * largestFileMegabytes('basic'),
  pro: 2 * maxFilesPerBatch * largestFileMegabytes('pro'),
}

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
  STORAGE_QUOTA_FREE_MB: wholeNumber(1)
    .default(defaultQuotaMegabytes.free)
    .describe(
      'Files that one visitor, or one account on Free, may have here at a time, in MB: uploads, those still arriving at their full size, and results.',
    ),
  STORAGE_QUOTA_BASIC_MB: wholeNumber(1)
    .default(defaultQuotaMegabytes.basic)
    .describe('The same for an account on Basic.'),
  STORAGE_QUOTA_PRO_MB: wholeNumber(1)
    .default(defaultQuotaMegabytes.pro)
    .describe('The same for an account on Pro.'),
  STORAGE_QUOTA_NETWORK_MB: wholeNumber(1)
    .default(3 * defaultQuotaMegabytes.free)
    .describe(
      'The same for all visitors of one network address together. Accounts are not counted, as with ADDRESS_PER_DAY.',
    ),
  OPEN_UPLOADS_PER_OWNER: wholeNumber(1)
    .default(100)
    .describe(
      'Unfinished uploads that one visitor or account may have at a time. A resumable upload that received nothing for an hour does not count.',
    ),
  OPEN_UPLOADS_PER_NETWORK: wholeNumber(1)
    .default(200)
    .describe('The same for all visitors of one network address together.'),
  MIN_FREE_DISK_MB: wholeNumber(0)
    .default(1024)
    .describe(
      'Room that stays free on the disk of DATA_DIR where STORAGE is disk. An upload that would leave less is refused with 507; running jobs and downloads continue.',
    ),
  INSPECTIONS_PER_MINUTE: wholeNumber(1)
    .default(120)
    .describe('Inspections of uploads and previews that one network address may ask for.'),
  IMPRESSIONS_KEPT_DAYS: wholeNumber(1)
    .default(defaultRetention.impressionsDays)
    .describe('When records of seen advertisements are forgotten.'),
  CONTACTS_KEPT_DAYS: wholeNumber(1)
    .default(defaultRetention.contactsDays)
    .describe('When messages of the contact form are forgotten.'),
  EXPIRED_KEPT_DAYS: wholeNumber(1)
    .default(defaultRetention.expiredDays)
    .describe('How long the recent list shows a conversion whose files have expired.'),
  AUDIT_KEPT_DAYS: wholeNumber(1).default(400).describe('How long the audit log of the admin area is kept.'),
  RECEIPTS_KEPT_DAYS: wholeNumber(1)
    .default(defaultRetention.receiptsDays)
    .describe('How long the deletion receipt of a conversion can be fetched after its last file is gone.'),
  ABANDONED_UPLOAD_HOURS: wholeNumber(1)
    .default(defaultRetention.abandonedUploadHours)
    .describe('When an unfinished upload is swept away.'),
  ORPHANS_KEPT_MINUTES: wholeNumber(0)
    .default(60)
    .describe(
      'How old a stored file must be, that no record knows of, to be swept away. Longer than receiving or storing one takes.',
    ),
  SWEEP_INTERVAL_SECONDS: wholeNumber(1).default(60).describe('How often workers look for expired files.'),
}
