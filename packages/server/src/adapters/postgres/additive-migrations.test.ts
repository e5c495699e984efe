/** Every migration leaves what the version before needs, so that both may run side by side. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('./migrations/', import.meta.url)

const destructive: readonly (readonly [string, RegExp])[] = [
  ['drops what an older version reads', /\bdrop\s+(?:table|column|type|function|schema|view)\b/i],
  ['renames what an older version knows', /\brename\s+(?:to|column)\b/i],
  ['changes what a column holds', /\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b/i],
  [
    'demands what an older version does not write',
    /\balter\s+column\s+\S+\s+(?:set\s+not\s+null|drop\s+default)\b/i,
  ],
  [
    'adds a column that an older version does not fill',
    /\badd\s+column\s+(?=[^;]*\bnot\s+null\b)(?![^;]*\bdefault\b)/i,
  ],
  ['empties a table', /\b(?:truncate|delete\s+from)\b/i],
]

/** A rule on a table that was there before refuses rows of an older version. */
const ruleOnTable =
  /\balter\s+table\s+(\S+)\s+add\s+constraint\s+\S+\s+(?:unique|check)\b|\bcreate\s+unique\s+index\s+\S+\s+on\s+(\S+)/i

function findDestructive(migration: string): string[] {
  const made = new Set(
    [...migration.matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?(\S+)/gi)].map(([, name]) => name),
  )
  const statements = migration.split('--> statement-breakpoint')
  return statements.flatMap(statement => {
    const found = destructive.filter(([, pattern]) => pattern.test(statement)).map(([reason]) => reason)
    const rule = ruleOnTable.exec(statement)
    const table = rule?.[1] ?? rule?.[2]
    return table !== undefined && !made.has(table) ? [...found, 'refuses rows of an older version'] : found
  })
}

test.each(readdirSync(folder).filter(name => name.endsWith('.sql')))('%s only adds', name => {
  expect(findDestructive(readFileSync(new URL(name, folder), 'utf8'))).toEqual([])
})

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
])('%s would be found', statement => {
  expect(findDestructive(statement)).toHaveLength(1)
})

test.each([
  'ALTER TABLE "uploads" ADD COLUMN "size" integer;',
  'ALTER TABLE "uploads" ADD COLUMN "size" integer DEFAULT 0 NOT NULL;',
  'CREATE INDEX "uploads_size" ON "uploads" USING btree ("size");',
  'CREATE TABLE "a" ("b" text NOT NULL);--> statement-breakpoint\nCREATE UNIQUE INDEX "one" ON "a" USING btree ("b");',
])('%s is fine', statement => {
  expect(findDestructive(statement)).toEqual([])
})
