/** Uploads a stream of unknown length atomically, with a few parts in memory at most. */
import type { Readable } from 'node:stream'
import type { S3Bucket, UploadedPart } from './s3-bucket.ts'
import { splitIntoParts } from './split-into-parts.ts'

const maxPartsInFlight = 3

export async function writeObject(bucket: S3Bucket, key: string, source: Readable): Promise<number> {
  const parts = splitIntoParts(source)
  const first = await parts.next()
  // Requested before anything is sent: shows whether the source ended or failed within the first part.
  const second = await parts.next()
  if (first.done || second.done) {
    const content = first.value ?? Buffer.alloc(0)
    await bucket.put(key, content)
    return content.byteLength
  }
  return writeInParts(bucket, key, chain([first.value, second.value], parts))
}

async function writeInParts(bucket: S3Bucket, key: string, parts: AsyncIterable<Buffer>): Promise<number> {
  const uploadId = await bucket.startUpload(key)
  const uploads: Promise<UploadedPart>[] = []
  try {
    for await (const part of parts) {
      await uploads.at(-maxPartsInFlight)
      const upload = bucket.uploadPart(key, uploadId, uploads.length + 1, part)
      upload.catch(() => {})
      uploads.push(upload)
    }
    const uploaded = await Promise.all(uploads)
    await bucket.completeUpload(key, uploadId, uploaded)
    return uploaded.reduce((sum, part) => sum + part.sizeBytes, 0)
  } catch (error) {
    // A part that arrives after the abort would remain forever.
    await Promise.allSettled(uploads)
    await bucket.abortUpload(key, uploadId)
    throw error
  }
}

async function* chain(first: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* first
  yield* rest
}
