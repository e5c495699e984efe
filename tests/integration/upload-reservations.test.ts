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

function newUpload(declaredBytes: number, changes: Partial<UploadRecord> = {}): UploadRecord {
  const id = randomUUID()
  return {
    ...{ id, ownerId: `v_${randomUUID()}`, networkHash: null, operation: null, fileName: 'a', declaredBytes },
    ...{ storageKey: `uploads/${id}`, format: null, inspection: null },
    ...{ createdAt: new Date(), completedAt: null, expiresAt: new Date(Date.now() + 3_600_000) },
    ...changes,
  }
}

function reserve(upload: UploadRecord, freeBytes: number) {
  const disk = { freeBytes, minFreeBytes: 10, maxUnsentBytes: freeBytes }
  const limits = { owner: unlimited, network: null, disk, idleSeconds: 300 }
  return stores.uploads.reserve(upload, { isResumable: true, limits })
}

const unsentLimits = (maxUnsentBytes: number, network: typeof unlimited | null = null) => ({
  owner: unlimited,
  network,
  disk: { freeBytes: 1_000_000, minFreeBytes: 0, maxUnsentBytes },
  idleSeconds: 300,
})

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

test('reserve: what is received no longer counts as unsent, and 30 concurrent uploads of one owner stay within the limit', async () => {
  const ownerId = `v_${randomUUID()}`
  const limits = unsentLimits(100)
  const uploads = Array.from({ length: 30 }, () => newUpload(20, { ownerId }))
  const outcomes = await Promise.all(
    uploads.map(upload => stores.uploads.reserve(upload, { isResumable: true, limits })),
  )
  expect(outcomes.filter(outcome => outcome === undefined)).toHaveLength(5)
  expect(outcomes.filter(outcome => outcome === 'owner-unsent')).toHaveLength(25)
  const accepted = uploads[outcomes.indexOf(undefined)]
  if (!accepted) throw new Error('no upload was accepted')
  await stores.uploads.acquireLease(accepted.id, 'holder', 10_000)
  await stores.uploads.releaseLease(accepted.id, 'holder', 15)
  const next = (bytes: number) =>
    stores.uploads.reserve(newUpload(bytes, { ownerId }), { isResumable: true, limits })
  expect(await next(16)).toBe('owner-unsent')
  expect(await next(15)).toBeUndefined()
})

test('reserve: visitors of one network share the limit of unsent bytes; another network has its own', async () => {
  const limits = unsentLimits(100, unlimited)
  const from = (networkHash: string) =>
    stores.uploads.reserve(newUpload(60, { networkHash }), { isResumable: true, limits })
  const [near, far] = [randomUUID(), randomUUID()]
  expect(await from(near)).toBeUndefined()
  expect(await from(near)).toBe('network-unsent')
  expect(await from(far)).toBeUndefined()
})

test('reserve: an upload without data for five minutes reserves nothing, whether or not it can be resumed, until it continues', async () => {
  for (const isResumable of [true, false]) {
    const ownerId = `v_${randomUUID()}`
    const limits = unsentLimits(100)
    const [idle, other] = [newUpload(80, { ownerId }), newUpload(80, { ownerId })]
    const idleFor = (seconds: number) =>
      stores.database.pool.query(
        `update uploads set active_at = now() - $2 * interval '1 second' where id = $1`,
        [idle.id, seconds],
      )
    await stores.uploads.reserve(idle, { isResumable, limits })
    await idleFor(290)
    expect(await stores.uploads.reserve(other, { isResumable, limits })).toBe('owner-unsent')
    await stores.uploads.recordActivity(idle.id)
    expect(await stores.uploads.reserve(other, { isResumable, limits })).toBe('owner-unsent')
    await idleFor(301)
    expect(await stores.uploads.reserve(other, { isResumable, limits })).toBeUndefined()
    expect(await stores.uploads.renewReservation(idle, limits)).toBe('owner-unsent')
    await stores.uploads.remove(other.id, 'asked')
    expect(await stores.uploads.renewReservation(idle, limits)).toBeUndefined()
    expect(await stores.uploads.reserve(other, { isResumable, limits })).toBe('owner-unsent')
  }
})
