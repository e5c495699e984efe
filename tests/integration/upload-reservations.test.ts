/** Disk space reservations of uploads, and that only reserve inserts uploads. */
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UploadRecord } from '../../packages/server/src/database/upload-store.ts'
import { openStores, type TestStores } from '../support/open-stores.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openStores({ maxConnections: 20 })
})
afterAll(() => stores.close())

const unlimited = { maxBytes: Number.MAX_SAFE_INTEGER, maxOpen: Number.MAX_SAFE_INTEGER }

function newUpload(declaredBytes: number): UploadRecord {
  const id = randomUUID()
  return {
    ...{ id, ownerId: `v_${randomUUID()}`, networkHash: null, operation: null, fileName: 'a', declaredBytes },
    ...{ storageKey: `uploads/${id}`, format: null, inspection: null },
    ...{ createdAt: new Date(), completedAt: null, expiresAt: new Date(Date.now() + 3_600_000) },
  }
}

function reserve(upload: UploadRecord, freeBytes: number) {
  const limits = { owner: unlimited, network: null, disk: { freeBytes, minFreeBytes: 10 } }
  return stores.uploads.reserve(upload, { isResumable: true, limits })
}

test('reserve: 30 concurrent owners never reserve more than the free space above the minimum', async () => {
  const uploads = Array.from({ length: 30 }, () => newUpload(10))
  const outcomes = await Promise.all(uploads.map(upload => reserve(upload, 100)))
  expect(outcomes.filter(outcome => outcome === undefined)).toHaveLength(9)
  expect(outcomes.filter(outcome => outcome === 'disk-full')).toHaveLength(21)

  const [accepted] = uploads.filter((_upload, index) => outcomes[index] === undefined)
  if (!accepted) throw new Error('no upload was accepted')
  // Its bytes are on disk now: less space is free, and less is reserved.
  await stores.uploads.complete(accepted.id, {
    sizeBytes: 10,
    format: null,
    completedAt: new Date(),
    expiresAt: new Date(),
  })
  expect(await reserve(newUpload(1), 90)).toBe('disk-full')
  await stores.uploads.remove(accepted.id, 'asked')
  expect(await reserve(newUpload(10), 100)).toBeUndefined()
})

test('uploads table: only reserve inserts rows', async () => {
  const root = new URL('../../packages/server/src/', import.meta.url)
  const names = (await readdir(root, { recursive: true })).filter(name => /(?<!\.test)\.ts$/.test(name))
  const adding = /insert\(\s*uploads\s*\)|insert\s+into\s+"?uploads\b/gi
  const found: string[] = []
  for (const name of names)
    for (const _ of (await readFile(new URL(name, root), 'utf8')).matchAll(adding)) found.push(name)
  // A single statement, that of reserve.
  expect(found).toEqual(['database/upload-store.ts'])
})
