import { expect, test } from 'vitest'
import type { Manifest } from './manifest.ts'
import { checkVersion, thisSchema } from './restore-backup.ts'

const known = ['a', 'b', 'c']

function manifestWith(hashes: readonly string[]): Manifest {
  return {
    format: 'filesmith-backup',
    formatVersion: 1,
    filesmithVersion: '9.9.9',
    createdAt: '2026-11-16T00:00:00.000Z',
    database: {
      serverVersion: '18.4',
      migrations: hashes.map((hash, createdAt) => ({ hash, createdAt })),
      tables: [],
    },
    objects: { storage: 'disk', count: 0, sizeBytes: 0, missingKeys: [] },
    checksumsSha256: '',
  }
}

test.each([[['a', 'b', 'c']], [['a', 'b']], [['a']]])(
  'checkVersion: accepts a backup with migrations %j',
  hashes => {
    expect(() => checkVersion(manifestWith(hashes), known)).not.toThrow()
  },
)

test.each([[['a', 'b', 'c', 'd']], [['a', 'x']]])(
  'checkVersion: rejects a backup with migrations %j',
  hashes => {
    expect(() => checkVersion(manifestWith(hashes), known)).toThrow('newer version of Filesmith (9.9.9)')
  },
)

test('thisSchema: lists the migrations of this build', () => {
  expect(thisSchema().length).toBeGreaterThanOrEqual(10)
})
