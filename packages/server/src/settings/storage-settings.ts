/** Settings of file storage, quotas and retention. */
import { toMegabytes } from '@filesmith/contract/bytes'
import { maxBytesFor, maxFilesPerBatch } from '@filesmith/contract/limits'
import { operationIds, operations } from '@filesmith/contract/operations/registry'
import { type PlanId, plans } from '@filesmith/contract/plans'
import { defaultRetention } from '@filesmith/contract/retention'
import { z } from 'zod'
import { flag, webAddress, wholeNumber, withoutTrailingSlash } from './setting-kinds.ts'

/** A day's allowance of the largest files with results of the same size; for Pro, one batch of the largest. */
const largestFileMegabytes = (plan: PlanId) =>
  toMegabytes(Math.max(...operationIds.map(id => maxBytesFor(operations[id].maxBytes, plan))))

const defaultQuotaMegabytes = {
  free: 2 * plans.free.conversionsPerDay * largestFileMegabytes('free'),
  basic: 2 * plans.basic.conversionsPerDay * largestFileMegabytes('basic'),
  pro: 2 * maxFilesPerBatch * largestFileMegabytes('pro'),
}

export const storageSettings = {
  STORAGE: z.enum(['disk', 's3']).default('disk').describe('Where uploads and results are stored.'),
  S3_ENDPOINT: z.url().optional().describe('Endpoint of an S3-compatible server. If not set, AWS.'),
  S3_REGION: z.string().default('us-east-1').describe('Region of the bucket.'),
  S3_BUCKET: z.string().optional().describe('Name of the bucket. Required when STORAGE is s3.'),
  S3_ACCESS_KEY_ID: z.string().optional().describe('Access key. Required when STORAGE is s3.'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('Secret key. Required when STORAGE is s3.'),
  S3_PATH_STYLE: flag
    .default(true)
    .describe('Whether the bucket name is part of the path (path style) rather than of the host name.'),
  S3_PREFIX: z
    .string()
    .default('')
    .describe('Prefix of every key, for sharing a bucket with other applications.'),
  S3_PRESIGNED_DOWNLOADS: flag
    .default(false)
    .describe(
      'Whether browsers download results directly from the bucket through presigned URLs that are valid for five minutes. Range requests, previews and reads by the web app still go through the web process.',
    ),
  S3_PUBLIC_ENDPOINT: webAddress
    .transform(withoutTrailingSlash)
    .optional()
    .describe('Endpoint for presigned downloads, if browsers cannot reach S3_ENDPOINT.'),
  STORAGE_QUOTA_FREE_MB: wholeNumber(1)
    .default(defaultQuotaMegabytes.free)
    .describe(
      'Storage quota of one visitor or one account on Free, in MB: results and uploads, unfinished ones at their full size.',
    ),
  STORAGE_QUOTA_BASIC_MB: wholeNumber(1)
    .default(defaultQuotaMegabytes.basic)
    .describe('Storage quota of one account on Basic, in MB.'),
  STORAGE_QUOTA_PRO_MB: wholeNumber(1)
    .default(defaultQuotaMegabytes.pro)
    .describe('Storage quota of one account on Pro, and of everybody in a private instance, in MB.'),
  STORAGE_QUOTA_NETWORK_MB: wholeNumber(1)
    .default(3 * defaultQuotaMegabytes.free)
    .describe(
      'Storage quota of all visitors from one IP address together, in MB. Signed-in users are not counted, as with ADDRESS_PER_DAY.',
    ),
  OPEN_UPLOADS_PER_OWNER: wholeNumber(1)
    .default(100)
    .describe(
      'Maximum number of unfinished uploads of one visitor or account. A resumable upload that received nothing for an hour is not counted.',
    ),
  OPEN_UPLOADS_PER_NETWORK: wholeNumber(1)
    .default(200)
    .describe('Maximum number of unfinished uploads of all visitors from one IP address together.'),
  MIN_FREE_DISK_MB: wholeNumber(0)
    .default(1024)
    .describe(
      'Disk space to keep free in DATA_DIR when STORAGE is disk. An upload that would leave less is rejected with 507; running jobs and downloads continue.',
    ),
  UNSENT_UPLOADS_VISITOR_PERCENT: wholeNumber(1)
    .max(100)
    .default(10)
    .describe(
      'Percentage of the free disk space that unfinished uploads of one visitor, or of all visitors from one IP address together, may reserve without having sent it. Only when STORAGE is disk.',
    ),
  UNSENT_UPLOADS_ACCOUNT_PERCENT: wholeNumber(1).max(100).default(25).describe('The same for one account.'),
  IDLE_UPLOAD_SECONDS: wholeNumber(60)
    .default(300)
    .describe(
      'An upload that received nothing for this long reserves no storage for the rest of its bytes, until it continues.',
    ),
  INSPECTIONS_PER_MINUTE: wholeNumber(1)
    .default(120)
    .describe(
      'Upload inspections and previews per minute for one IP address. A preparation for the PDF Workbench counts as four.',
    ),
  IMPRESSIONS_KEPT_DAYS: wholeNumber(1)
    .default(defaultRetention.impressionsDays)
    .describe('Retention of ad impressions.'),
  CONTACTS_KEPT_DAYS: wholeNumber(1)
    .default(defaultRetention.contactsDays)
    .describe('Retention of contact form and chat messages.'),
  EXPIRED_KEPT_DAYS: wholeNumber(1)
    .default(defaultRetention.expiredDays)
    .describe('How long the list of recent conversions shows one whose files have expired.'),
  AUDIT_KEPT_DAYS: wholeNumber(1).default(400).describe('Retention of the admin audit log.'),
  RECEIPTS_KEPT_DAYS: wholeNumber(1)
    .default(defaultRetention.receiptsDays)
    .describe('How long the deletion receipt of a conversion is available after its last file was deleted.'),
  ABANDONED_UPLOAD_HOURS: wholeNumber(1)
    .default(defaultRetention.abandonedUploadHours)
    .describe('Age at which an unfinished upload is deleted.'),
  ORPHANS_KEPT_MINUTES: wholeNumber(0)
    .default(60)
    .describe(
      'Minimum age at which a stored file without a database record is deleted. Must be longer than receiving or storing a file takes.',
    ),
  SWEEP_INTERVAL_SECONDS: wholeNumber(1)
    .default(60)
    .describe('Interval at which workers delete expired files.'),
}
