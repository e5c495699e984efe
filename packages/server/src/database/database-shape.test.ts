import { expect, test } from 'vitest'
import * as adminSchema from './admin-schema.ts'
import * as apiSchema from './api-schema.ts'
import * as billingSchema from './billing-schema.ts'
import * as chatSchema from './chat-schema.ts'
import { sortByReferences, type TableShape } from './database-shape.ts'
import { getTableName, is, PgTable } from './drizzle.ts'
import * as jobSchema from './job-schema.ts'
import { knownTables } from './known-migrations.ts'
import * as receiptSchema from './receipt-schema.ts'
import * as requestSchema from './request-schema.ts'
import * as schema from './schema.ts'

const table = (name: string): TableShape => ({ schema: 'public', name, columns: ['id'] })

test('sortByReferences: a table comes after all tables it references', () => {
  const sorted = sortByReferences(
    [table('sessions'), table('deliveries'), table('endpoints'), table('users')],
    [
      { from: 'sessions', to: 'users' },
      { from: 'deliveries', to: 'endpoints' },
      { from: 'endpoints', to: 'users' },
      { from: 'users', to: 'somewhere_else' },
    ],
  )
  expect(sorted.map(({ name }) => name)).toEqual(['users', 'sessions', 'endpoints', 'deliveries'])
})

test('knownTables: backups include every table of the schema', () => {
  const all = {
    ...schema,
    ...adminSchema,
    ...apiSchema,
    ...billingSchema,
    ...jobSchema,
    ...chatSchema,
    ...requestSchema,
    ...receiptSchema,
  }
  const names = Object.values(all).flatMap(value => (is(value, PgTable) ? [getTableName(value)] : []))
  expect(knownTables().toSorted()).toEqual(names.toSorted())
})
