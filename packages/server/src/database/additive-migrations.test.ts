/** Every migration must stay compatible with the previous version, so that both can run during a rolling update. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('./migrations/', import.meta.url)

const destructive: readonly (readonly [string, RegExp])[] = [
  [
    'drops an object that the previous version reads',
    /\bdrop\s+(?:table|column|type|function|schema|view)\b/i,
  ],
  ['renames an object that the previous version uses', /\brename\s+(?:to|column)\b/i],
  ['changes a column type', /\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b/i],
  [
    'requires a value that the previous version does not write',
    /\balter\s+column\s+\S+\s+(?:set\s+not\s+null|drop\s+default)\b/i,
  ],
  [
    'adds a required column that the previous version does not fill',
    /\badd\s+column\s+(?=[^;]*\bnot\s+null\b)(?![^;]*\bdefault\b)/i,
  ],
  ['empties a table', /\b(?:truncate|delete\s+from)\b/i],
]

/** A constraint on an existing table may reject rows written by the previous version. */
const constraintOnTable =
  /\balter\s+table\s+(\S+)\s+add\s+constraint\s+\S+\s+(?:unique|check)\b|\bcreate\s+unique\s+index\s+\S+\s+on\s+(\S+)/i

function findDestructive(migration: string): string[] {
  const createdTables = new Set(
    [...migration.matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?(\S+)/gi)].map(([, name]) => name),
  )
  const statements = migration.split('--> statement-breakpoint')
  return statements.flatMap(statement => {
    const found = destructive.filter(([, pattern]) => pattern.test(statement)).map(([reason]) => reason)
    const constraint = constraintOnTable.exec(statement)
    const table = constraint?.[1] ?? constraint?.[2]
    return table !== undefined && !createdTables.has(table)
      ? [...found, 'rejects rows of the previous version']
      : found
  })
}

test.each(readdirSync(folder).filter(name => name.endsWith('.sql')))(
  'migration %s: is backward compatible',
  name => {
    expect(findDestructive(readFileSync(new URL(name, folder), 'utf8'))).toEqual([])
  },
)

test.each([
  'ALTER TABLE "uploads" DROP COLUMN "format";',
  'DROP TABLE "uploads";',
  'ALTER TABLE "uploads" RENAME COLUMN "format" TO "kind";',
  'ALTER TABLE "uploads" RENAME TO "files";',
  'ALTER TABLE "uploads" ALTER COLUMN "format" SET NOT NULL;',
  'ALTER TABLE "uploads" ALTER COLUMN "format" SET DATA TYPE integer;',
  'ALTER TABLE "uploads" ALTER COLUMN "format" DROP DEFAULT;',
  'ALTER TABLE "uploads" ADD COLUMN "size" integer NOT NULL;',
  'ALTER TABLE "uploads" ADD CONSTRAINT "one" UNIQUE("format");',
  'CREATE UNIQUE INDEX "one" ON "uploads" USING btree ("format");',
  'TRUNCATE uploads;',
])('findDestructive: detects %s', statement => {
  expect(findDestructive(statement)).toHaveLength(1)
})

test.each([
  'ALTER TABLE "uploads" ADD COLUMN "size" integer;',
  'ALTER TABLE "uploads" ADD COLUMN "size" integer DEFAULT 0 NOT NULL;',
  'CREATE INDEX "uploads_size" ON "uploads" USING btree ("size");',
  'CREATE TABLE "a" ("b" text NOT NULL);--> statement-breakpoint\nCREATE UNIQUE INDEX "one" ON "a" USING btree ("b");',
])('findDestructive: accepts %s', statement => {
  expect(findDestructive(statement)).toEqual([])
})
