/** Creates the bucket if it does not exist, with a lifecycle rule that removes incomplete multipart uploads; then exits. */
import {
  CreateBucketCommand,
  HeadBucketCommand,
  PutBucketLifecycleConfigurationCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { readSettings, s3Access } from './config.ts'
import { createLog } from './log.ts'

const incompleteUploadDays = 2

const settings = readSettings(process.env)
const log = createLog(settings.LOG_LEVEL, 'bucket')
if (settings.STORAGE !== 's3') throw new Error('STORAGE: must be s3 to create a bucket')
const { bucket: Bucket, ...credentials } = s3Access(settings)
const client = new S3Client({
  ...(settings.S3_ENDPOINT && { endpoint: settings.S3_ENDPOINT }),
  region: settings.S3_REGION,
  forcePathStyle: settings.S3_PATH_STYLE,
  credentials,
})

async function bucketExists(): Promise<boolean> {
  try {
    await client.send(new HeadBucketCommand({ Bucket }))
    return true
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return false
    throw error
  }
}

async function addLifecycleRule(): Promise<void> {
  const rule = {
    ID: 'filesmith-half-sent',
    Status: 'Enabled' as const,
    Filter: { Prefix: settings.S3_PREFIX },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: incompleteUploadDays },
  }
  const LifecycleConfiguration = { Rules: [rule] }
  await client.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration }))
}

// The lifecycle rules of an existing bucket belong to its owner.
if (!(await bucketExists())) {
  await client.send(new CreateBucketCommand({ Bucket }))
  log.info({ bucket: Bucket }, 'bucket created')
  await addLifecycleRule().catch(error => {
    log.warn({ err: error }, 'lifecycle rule not supported; remove incomplete multipart uploads manually')
  })
}
client.destroy()
