/** Checks whether this version can restore a backup: older schemas are migrated, newer ones are rejected. */
import { knownMigrations } from '../database/known-migrations.ts'
import { BackupError } from './backup-error.ts'
import type { Manifest } from './manifest.ts'

export function thisSchema(): readonly string[] {
  return knownMigrations().map(({ hash }) => hash)
}

export function checkVersion({ filesmithVersion, database }: Manifest, knownHashes: readonly string[]): void {
  if (database.migrations.every(({ hash }, index) => hash === knownHashes[index])) return
  throw new BackupError(
    `This backup was created by a newer version of Filesmith (${filesmithVersion}) with an unknown database schema. ` +
      'Restore it with that version or a later one. Nothing was changed.',
  )
}
