/** What this version knows about its own schema: migrations and tables. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type MigrationMeta, readMigrationFiles } from './drizzle.ts'

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

const journalSchema = z.object({ entries: z.array(z.object({ idx: z.number() })) })
const snapshotSchema = z.object({ tables: z.record(z.string(), z.object({ name: z.string() })) })

export function knownMigrations(): readonly MigrationMeta[] {
  return readMigrationFiles({ migrationsFolder })
}

/** Tables of all migrations: none ever drops a table. */
export function knownTables(): string[] {
  const read = (name: string) => JSON.parse(readFileSync(`${migrationsFolder}/meta/${name}`, 'utf8'))
  const last = journalSchema.parse(read('_journal.json')).entries.at(-1)?.idx ?? 0
  const snapshot = snapshotSchema.parse(read(`${String(last).padStart(4, '0')}_snapshot.json`))
  return Object.values(snapshot.tables).map(({ name }) => name)
}
