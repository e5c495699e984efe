/** Checks whether this version can restore a backup: older schemas are migrated, newer ones are rejected. */
import { knownMigrations, knownQueueVersion } from '../adapters/postgres/known-migrations.ts'
import { BackupError } from './backup-error.ts'
import type { Manifest } from './manifest.ts'

export interface KnownSchema {
  readonly migrationHashes: readonly string[]
  readonly queueVersion: number
}

export function thisSchema(): KnownSchema {
  return {
    migrationHashes: knownMigrations().map(({ hash }) => hash),
    queueVersion: knownQueueVersion(),
  }
}

export function checkVersion({ filesmithVersion, database }: Manifest, known: KnownSchema): void {
  const isKnown = database.migrations.every(({ hash }, index) => hash === known.migrationHashes[index])
  if (isKnown && database.queueVersion <= known.queueVersion) return
  throw new BackupError(
    `This backup was created by a newer version of Filesmith (${filesmithVersion}) with an unknown database schema. ` +
      'Restore it with that version or a later one. Nothing was changed.',
  )
}
