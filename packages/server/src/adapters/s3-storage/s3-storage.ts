/** Stores objects in a bucket of an S3-compatible server. */
import { createWriteStream } from 'node:fs'
import { link, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Storage } from '../../ports/storage.ts'
import { checkKey, checkPrefix } from '../storage-key.ts'
import { withSource } from '../with-source.ts'
import { createGrowingObjects, growingFolder } from './growing-objects.ts'
import type { S3Bucket, UploadedPart } from './s3-bucket.ts'
import { openS3Bucket, type S3Options } from './s3-bucket.ts'
import { splitIntoParts } from './split-into-parts.ts'

interface S3StorageOptions extends S3Options {
  /** Whether browsers download results directly from the bucket. */
  readonly isPresigning?: boolean
}

export async function createS3Storage(options: S3StorageOptions): Promise<Storage> {
  const bucket = openS3Bucket(options)
  const growing = createGrowingObjects(bucket)

  async function* list(prefix: string): ReturnType<typeof bucket.list> {
    checkPrefix(prefix)
    for await (const object of bucket.list(prefix)) {
      if (!object.key.startsWith(growingFolder)) yield object
    }
  }

  return {
    append: growing.append,
    appendedBytes: growing.appendedBytes,
    seal: growing.seal,
    list,

    write: (key, source) =>
      withSource(source, async () => {
        checkKey(key)
        return { sizeBytes: await writeObject(bucket, key, source) }
      }),

    async read(key, range) {
      checkKey(key)
      return bucket.get(key, range)
    },

    async stat(key) {
      checkKey(key)
      const sizeBytes = await bucket.sizeOf(key)
      return sizeBytes === undefined ? undefined : { sizeBytes }
    },

    async remove(key) {
      checkKey(key)
      await bucket.delete(key)
      await growing.removeAll(`${key}/`)
    },

    async removeAll(prefix) {
      for await (const { key } of list(prefix)) await bucket.delete(key)
      await growing.removeAll(prefix)
    },

    async fetchTo(key, path) {
      checkKey(key)
      const partialPath = `${path}.half-fetched`
      try {
        await pipeline(await bucket.get(key), createWriteStream(partialPath, { flags: 'wx', mode: 0o600 }))
        // Unlike rename, link does not overwrite an existing file.
        await link(partialPath, path)
      } finally {
        await rm(partialPath, { force: true })
      }
    },

    ...(options.isPresigning && {
      async presign(key, download) {
        checkKey(key)
        return bucket.presign(key, download)
      },
    }),

    async close() {
      bucket.close()
    },
  }
}

const maxPartsInFlight = 3

/** Uploads a stream of unknown length atomically, with a few parts in memory at most. */
async function writeObject(bucket: S3Bucket, key: string, source: Readable): Promise<number> {
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
