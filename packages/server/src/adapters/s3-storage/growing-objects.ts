/**
 * Resumable objects: a multipart upload that stays open, with a small state object that records its progress, so
 * that any process can continue. Data smaller than the minimum part size waits in a tail object.
 */
import { randomUUID } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import type { Storage } from '../../ports/storage.ts'
import { checkKey } from '../storage-key.ts'
import { withSource } from '../with-source.ts'
import type { S3Bucket, UploadedPart } from './s3-bucket.ts'
import { isMissingObject, isUploadGone } from './s3-error.ts'
import { partBytes, splitIntoParts } from './split-into-parts.ts'

/** Keys never begin with a dot, so these cannot collide with objects. */
export const growingFolder = '.growing/'
const stateName = 'state.json'

interface GrowingState {
  readonly uploadId?: string
  readonly parts: readonly UploadedPart[]
  readonly tail?: { readonly name: string; readonly sizeBytes: number }
}

interface GrowingObjects extends Pick<Storage, 'append' | 'appendedBytes' | 'seal'> {
  removeAll(prefix: string): Promise<void>
}

export function createGrowingObjects(bucket: S3Bucket): GrowingObjects {
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
