/** Creates a database on the shared PostgreSQL for one test file: empty, or with the migrated schema. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export interface TestDatabase {
  readonly url: string
  /** Also closes open connections. */
  drop(): Promise<void>
}

export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase('')
}

/**
 * Copies a migrated template, because the migrations take longer than the rest of a start. Without fsync, copying its
 * files takes a third of the processor time of writing them to the log.
 */
export function createReadyDatabase(): Promise<TestDatabase> {
  return createDatabase(` template ${inject('readyDatabase')} strategy file_copy`)
}

async function createDatabase(templateClause: string): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await runOnServer(serverUrl, `create database ${name}${templateClause}`)
  return {
    url: serverUrl.replace('/filesmith?', `/${name}?`),
    drop: () => runOnServer(serverUrl, `drop database if exists ${name} with (force)`),
  }
}

async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
