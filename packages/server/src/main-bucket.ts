/** Creates the bucket if it does not exist, with a lifecycle rule that removes incomplete multipart uploads; then exits. */
import {
  CreateBucketCommand,
  HeadBucketCommand,
  PutBucketLifecycleConfigurationCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { readSettings, type Settings } from './config.ts'
import { createLog } from './log.ts'

const incompleteUploadDays = 2

const settings = readSettings(process.env)
const log = createLog(settings.LOG_LEVEL, 'bucket')
const client = openClient(settings)
const Bucket = settings.S3_BUCKET ?? ''

function openClient({ S3_ENDPOINT, S3_REGION, S3_PATH_STYLE, ...keys }: Settings): S3Client {
  return new S3Client({
    ...(S3_ENDPOINT && { endpoint: S3_ENDPOINT }),
    region: S3_REGION,
    forcePathStyle: S3_PATH_STYLE,
    credentials: {
      accessKeyId: keys.S3_ACCESS_KEY_ID ?? '',
      secretAccessKey: keys.S3_SECRET_ACCESS_KEY ?? '',
    },
  })
}

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

if (settings.STORAGE !== 's3') throw new Error('STORAGE: must be s3 to create a bucket')
// The lifecycle rules of an existing bucket belong to its owner.
if (!(await bucketExists())) {
  await client.send(new CreateBucketCommand({ Bucket }))
  log.info({ bucket: Bucket }, 'bucket created')
  await addLifecycleRule().catch(error => {
    log.warn({ err: error }, 'lifecycle rule not supported; remove incomplete multipart uploads manually')
  })
}
client.destroy()
