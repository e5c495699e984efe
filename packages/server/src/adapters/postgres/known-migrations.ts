/** What this version knows of its own schema: the migrations, the tables they make, and the queue's schema. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { getConstructionPlans } from 'pg-boss'
import { z } from 'zod'
import { type MigrationMeta, readMigrationFiles } from './drizzle.ts'

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** Belong to the queue's library, which makes them itself. */
export const queueSchema = 'pgboss'

const journalSchema = z.object({ entries: z.array(z.object({ idx: z.number() })) })
const snapshotSchema = z.object({ tables: z.record(z.string(), z.object({ name: z.string() })) })

export function knownMigrations(): readonly MigrationMeta[] {
  return readMigrationFiles({ migrationsFolder })
}

/** Of every migration together: none ever drops a table. */
export function knownTables(): string[] {
  const read = (name: string) => JSON.parse(readFileSync(`${migrationsFolder}/meta/${name}`, 'utf8'))
  const last = journalSchema.parse(read('_journal.json')).entries.at(-1)?.idx ?? 0
  const snapshot = snapshotSchema.parse(read(`${String(last).padStart(4, '0')}_snapshot.json`))
  return Object.values(snapshot.tables).map(({ name }) => name)
}

/** The statements that make the queue's schema, without the transaction they come in. */
export function queueStatements(): string {
  const plans = getConstructionPlans(queueSchema)
  return plans.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, '')
}

export function knownQueueVersion(): number {
  const version = /INSERT INTO pgboss\.version\(version\) VALUES \('(\d+)'\)/.exec(
    getConstructionPlans(queueSchema),
  )
  if (!version) throw new Error('pg-boss no longer says which version its schema has.')
  return Number(version[1])
}
