/** Removal of stored files without a database record. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDiskStorage } from '../../packages/server/src/adapters/disk-storage/disk-storage.ts'
import { createOrphanFinder } from '../../packages/server/src/database/orphan-finder.ts'
import { createOrphanRemover } from '../../packages/server/src/domain/remove-orphans.ts'
import type { Storage } from '../../packages/server/src/ports/storage.ts'
import { newConversion } from '../support/new-conversion.ts'
import { openStores, type TestStores } from '../support/open-stores.ts'

let folder: string
let storage: Storage
let stores: TestStores

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filesmith-orphans-'))
  storage = await createDiskStorage({ rootDir: folder })
  stores = await openStores()
})
afterAll(async () => {
  await storage.close()
  await stores.close()
  await rm(folder, { recursive: true, force: true })
})

const write = (key: string) => storage.write(key, Readable.from([Buffer.from('x')]))
const noLimit = { day: '2026-01-01', perDay: null, perMonth: null, network: null }

async function keys(): Promise<string[]> {
  const found: string[] = []
  for await (const { key } of storage.list('')) found.push(key)
  return found.sort()
}

async function startConversion(): Promise<string> {
  const wanted = newConversion({ ownerId: 'v_orphans' })
  await stores.conversions.enqueue([wanted], noLimit)
  await stores.conversions.begin(wanted.id)
  return wanted.id
}

test('removeSome: deletes orphaned files, and keeps referenced, recent and foreign ones', async () => {
  const running = await startConversion()
  const done = await startConversion()
  const part = {
    name: 'page-1.png',
    format: 'png' as const,
    key: `results/${done}/1-page-1.png`,
    sizeBytes: 1,
  }
  await stores.conversions.succeed(done, 1, {
    key: `results/${done}/1`,
    sizeBytes: 1,
    media: null,
    parts: [part],
  })
  const failed = await startConversion()
  await stores.conversions.fail(failed, 1, { code: 'internal', params: {} })
  const upload = randomUUID()
  const now = new Date()
  await stores.uploads.reserve(
    {
      ...{ id: upload, ownerId: 'v_orphans', operation: null, fileName: 'a', declaredBytes: 1, format: null },
      ...{
        storageKey: `uploads/${upload}`,
        networkHash: null,
        inspection: null,
        createdAt: now,
        completedAt: now,
        expiresAt: now,
      },
    },
    { isResumable: false, limits: null },
  )
  const kept = [
    `results/${done}/1`,
    part.key,
    `results/${running}/1`,
    'results/not-ours',
    `uploads/${upload}`,
    `uploads/${upload}.preview`,
  ]
  const orphans = [
    `results/${done}/2`,
    `results/${failed}/1`,
    `results/${randomUUID()}/1`,
    `uploads/${randomUUID()}`,
    `uploads/${randomUUID()}.preview`,
  ]
  for (const key of [...kept, ...orphans]) await write(key)
  const deps = { storage, orphans: createOrphanFinder(stores.database) }

  // Files younger than an hour may not have a record yet.
  expect(await createOrphanRemover(deps, 60 * 60 * 1000).removeSome()).toBe(0)
  expect(await keys()).toEqual([...kept, ...orphans].sort())

  expect(await createOrphanRemover(deps, 0).removeSome()).toBe(orphans.length)
  expect(await keys()).toEqual(kept.sort())
})
