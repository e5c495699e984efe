/** Creates a bucket for tests; in production this is the operator's task. */
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import type { S3Options } from './s3-bucket.ts'

export async function createBucket(
  options: Pick<S3Options, 'endpoint' | 'bucket' | 'accessKeyId' | 'secretAccessKey'>,
): Promise<void> {
  const { endpoint = '', accessKeyId, secretAccessKey } = options
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    maxAttempts: 1,
  })
  try {
    await client.send(new CreateBucketCommand({ Bucket: options.bucket }))
  } finally {
    client.destroy()
  }
}
