/** Makes the bucket where there is none yet, with a rule that removes what a killed process left half sent; then ends. */
import {
  CreateBucketCommand,
  HeadBucketCommand,
  PutBucketLifecycleConfigurationCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { readSettings, type Settings } from './config.ts'
import { createLog } from './log.ts'

const leftoverDays = 2

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

async function isThere(): Promise<boolean> {
  try {
    await client.send(new HeadBucketCommand({ Bucket }))
    return true
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return false
    throw error
  }
}

async function addRule(): Promise<void> {
  const rule = {
    ID: 'filesmith-half-sent',
    Status: 'Enabled' as const,
    Filter: { Prefix: settings.S3_PREFIX },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: leftoverDays },
  }
  const LifecycleConfiguration = { Rules: [rule] }
  await client.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration }))
}

if (settings.STORAGE !== 's3') throw new Error('STORAGE: must be s3 to make a bucket')
// The rules of a bucket that others made are theirs.
if (!(await isThere())) {
  await client.send(new CreateBucketCommand({ Bucket }))
  log.info({ bucket: Bucket }, 'the bucket was made')
  await addRule().catch(error => {
    log.warn(
      { err: error },
      'the server keeps no rule against half-sent uploads; remove them by hand now and then',
    )
  })
}
client.destroy()
