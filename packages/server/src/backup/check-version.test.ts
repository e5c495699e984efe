import { expect, test } from 'vitest'
import { checkVersion, thisSchema } from './check-version.ts'
import type { Manifest } from './manifest.ts'

const known = { migrationHashes: ['a', 'b', 'c'], queueVersion: 40 }

function manifestWith(hashes: readonly string[], queueVersion: number): Manifest {
  return {
    format: 'filesmith-backup',
    formatVersion: 1,
    filesmithVersion: '9.9.9',
    createdAt: '2026-11-16T00:00:00.000Z',
    database: {
      serverVersion: '18.4',
      migrations: hashes.map((hash, createdAt) => ({ hash, createdAt })),
      queueVersion,
      tables: [],
    },
    objects: { storage: 'disk', count: 0, sizeBytes: 0, missingKeys: [] },
    checksumsSha256: '',
  }
}

test.each([
  [['a', 'b', 'c'], 40],
  [['a', 'b'], 40],
  [['a'], 12],
])('checkVersion: accepts a backup with migrations %j and queue schema %i', (hashes, queueVersion) => {
  expect(() => checkVersion(manifestWith(hashes, queueVersion), known)).not.toThrow()
})

test.each([
  [['a', 'b', 'c', 'd'], 40],
  [['a', 'x'], 40],
  [['a', 'b'], 41],
])('checkVersion: rejects a backup with migrations %j and queue schema %i', (hashes, queueVersion) => {
  expect(() => checkVersion(manifestWith(hashes, queueVersion), known)).toThrow(
    'newer version of Filesmith (9.9.9)',
  )
})

test('thisSchema: lists the migrations and the queue schema version of this build', () => {
  const { migrationHashes, queueVersion } = thisSchema()
  expect(migrationHashes.length).toBeGreaterThanOrEqual(10)
  expect(queueVersion).toBeGreaterThan(20)
})
