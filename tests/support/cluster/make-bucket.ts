/** Creates the bucket that Filesmith expects, by a signed S3 request. */
import { setTimeout as delay } from 'node:timers/promises'
import { createBucket } from '../../../packages/server/src/adapters/s3-storage/create-bucket.test-support.ts'
import { s3Access, s3Endpoint } from './host-programs.ts'

const tries = 100

export async function makeBucket(): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await createBucket({
        endpoint: s3Endpoint,
        bucket: s3Access.bucket,
        accessKeyId: s3Access.keyId,
        secretAccessKey: s3Access.secret,
      })
    } catch (error) {
      // The Swift backends start at the same time as the proxy that answers.
      if (attempt === tries) throw error
      await delay(100)
    }
  }
}
