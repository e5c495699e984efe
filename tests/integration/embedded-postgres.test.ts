import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../support/create-database.ts'

test('a test file has a database of its own', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  expect((await client.query('select current_database() as name')).rows[0].name).toMatch(/^test_/)
  await client.end()
  await database.drop()
})
