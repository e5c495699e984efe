/** Stores objects in a bucket of an S3-compatible server. */

import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@filesmith/contract/errors'
import type { Storage } from '../../ports/storage.ts'
import { checkKey, checkPrefix } from '../storage-key.ts'
import { withSource } from '../with-source.ts'
import type { S3Bucket, UploadedPart } from './s3-bucket.ts'
import { openS3Bucket, type S3Options } from './s3-bucket.ts'
import { isMissingObject, isUploadGone } from './s3-error.ts'

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

  const write: Storage['write'] = (key, source) =>
    withSource(source, async () => {
      checkKey(key)
      return { sizeBytes: await writeObject(bucket, key, source) }
    })

  return {
    append: growing.append,
    appendedBytes: growing.appendedBytes,
    seal: growing.seal,
    list,

    write,
    moveIn: (key, path) => write(key, createReadStream(path)),

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

/** Keys never begin with a dot, so these cannot collide with objects. */
const growingFolder = '.growing/'
const stateName = 'state.json'

interface GrowingState {
  readonly uploadId?: string
  readonly parts: readonly UploadedPart[]
  readonly tail?: { readonly name: string; readonly sizeBytes: number }
}

interface GrowingObjects extends Pick<Storage, 'append' | 'appendedBytes' | 'seal'> {
  removeAll(prefix: string): Promise<void>
}

/**
 * Resumable objects: a multipart upload that stays open, with a small state object that records its progress, so
 * that any process can continue. Data smaller than the minimum part size waits in a tail object.
 */
function createGrowingObjects(bucket: S3Bucket): GrowingObjects {
  const sidecarKey = (key: string, name: string) => `${growingFolder}${key}/${name}`

  async function load(key: string): Promise<GrowingState | undefined> {
    checkKey(key)
    try {
      return JSON.parse(String(await bucket.getWhole(sidecarKey(key, stateName)))) as GrowingState
    } catch (error) {
      if (isMissingObject(error)) return undefined
      throw error
    }
  }

  const save = (key: string, state: GrowingState) =>
    bucket.put(sidecarKey(key, stateName), Buffer.from(JSON.stringify(state)))

  async function loadTail(key: string, { tail }: GrowingState): Promise<Buffer> {
    return tail ? bucket.getWhole(sidecarKey(key, tail.name)) : Buffer.alloc(0)
  }

  /** The state is saved last: a part counts only once it is recorded. */
  async function addPart(key: string, state: GrowingState, content: Buffer): Promise<GrowingState> {
    const uploadId = state.uploadId ?? (await bucket.startUpload(key))
    const part = await bucket.uploadPart(key, uploadId, state.parts.length + 1, content)
    const next = { uploadId, parts: [...state.parts, part] }
    await save(key, next)
    return next
  }

  async function setTail(key: string, state: GrowingState, content: Buffer): Promise<GrowingState> {
    const tail = { name: `tail-${randomUUID()}`, sizeBytes: content.byteLength }
    await bucket.put(sidecarKey(key, tail.name), content)
    const next = { ...state, tail }
    await save(key, next)
    return next
  }

  async function removeAll(prefix: string): Promise<void> {
    for await (const { key } of bucket.list(`${growingFolder}${prefix}`)) {
      if (key.endsWith(`/${stateName}`)) {
        const objectKey = key.slice(growingFolder.length, -stateName.length - 1)
        const uploadId = (await load(objectKey))?.uploadId
        if (uploadId) await bucket.abortUpload(objectKey, uploadId)
      }
      await bucket.delete(key)
    }
  }

  return {
    removeAll,

    append: (key, offsetBytes, source) =>
      withSource(source, async () => {
        const found = await load(key)
        let state = found ?? { parts: [] }
        if (offsetBytes !== lengthOf(state)) {
          throw new AppError('invalid-request', {
            reason: `This upload continues at byte ${lengthOf(state)}.`,
          })
        }
        if (!found) await save(key, state)
        for await (const content of splitIntoParts(source, await loadTail(key, state))) {
          const oldTail = state.tail
          state = await (content.byteLength < partBytes ? setTail : addPart)(key, state, content)
          if (oldTail) await bucket.delete(sidecarKey(key, oldTail.name))
        }
        return { lengthBytes: lengthOf(state) }
      }),

    async appendedBytes(key) {
      return lengthOf((await load(key)) ?? { parts: [] })
    },

    async seal(key) {
      const state = await load(key)
      if (!state) {
        if ((await bucket.sizeOf(key)) === undefined) throw new AppError('not-found')
        return
      }
      await finish(bucket, key, state, await loadTail(key, state))
      await removeAll(`${key}/`)
    },
  }
}

async function finish(bucket: S3Bucket, key: string, state: GrowingState, tail: Buffer): Promise<void> {
  const { uploadId, parts } = state
  if (!uploadId) return bucket.put(key, tail)
  try {
    const last = tail.byteLength > 0 ? [await bucket.uploadPart(key, uploadId, parts.length + 1, tail)] : []
    await bucket.completeUpload(key, uploadId, [...parts, ...last])
  } catch (error) {
    // A process completed the upload, but was killed before it removed the state.
    if (!isUploadGone(error) || (await bucket.sizeOf(key)) !== lengthOf(state)) throw error
  }
}

function lengthOf(state: GrowingState): number {
  return state.parts.reduce((sum, part) => sum + part.sizeBytes, state.tail?.sizeBytes ?? 0)
}

/** S3 requires at least 5 MiB and at most 10,000 parts; some servers require equal sizes for all but the last. */
const partBytes = 8 * 1024 * 1024

/** `start` is prepended to the stream. */
async function* splitIntoParts(source: Readable, start?: Uint8Array): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = start ? [start] : []
  let bytes = start?.byteLength ?? 0

  function takePart(): Buffer {
    const all = Buffer.concat(chunks)
    const rest = all.subarray(partBytes)
    chunks = rest.byteLength > 0 ? [rest] : []
    bytes = rest.byteLength
    return all.subarray(0, partBytes)
  }

  try {
    for await (const chunk of source) {
      const bytesOfChunk: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      chunks.push(bytesOfChunk)
      bytes += bytesOfChunk.byteLength
      while (bytes >= partBytes) yield takePart()
    }
  } catch (error) {
    if (bytes > 0) yield takePart()
    throw error
  }
  if (bytes > 0) yield takePart()
}
