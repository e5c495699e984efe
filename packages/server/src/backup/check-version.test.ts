import { expect, test } from 'vitest'
import { checkVersion, thisSchema } from './check-version.ts'
import type { Manifest } from './manifest.ts'

const known = { migrationHashes: ['a', 'b', 'c'], queueVersion: 40 }

function madeWith(hashes: readonly string[], queueVersion: number): Manifest {
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
])('a backup with migrations %j and queue %i is known', (hashes, queueVersion) => {
  expect(() => checkVersion(madeWith(hashes, queueVersion), known)).not.toThrow()
})

test.each([
  [['a', 'b', 'c', 'd'], 40],
  [['a', 'x'], 40],
  [['a', 'b'], 41],
])('a backup with migrations %j and queue %i is not', (hashes, queueVersion) => {
  expect(() => checkVersion(madeWith(hashes, queueVersion), known)).toThrow(
    'newer version of Filesmith (9.9.9)',
  )
})

test('this version knows its own migrations and which schema its queue has', () => {
  const { migrationHashes, queueVersion } = thisSchema()
  expect(migrationHashes.length).toBeGreaterThanOrEqual(10)
  expect(queueVersion).toBeGreaterThan(20)
})
