/** Global setup: one PostgreSQL for the whole test run, with a separate database per test file. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../packages/server/src/adapters/embedded-postgres/start-embedded-postgres.ts'
import { readSettings } from '../../packages/server/src/config.ts'
import { createLog } from '../../packages/server/src/log.ts'
import { openServices } from '../../packages/server/src/open-services.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** Name of the template database with the migrated, empty schema. */
    readyDatabase: string
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'filesmith-test-postgres-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: { info() {}, warn() {} }, isDurable: false })
  project.provide('postgresUrl', postgres.connectionString)
  project.provide('readyDatabase', await prepareDatabase(postgres.connectionString, dataDir))
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function prepareDatabase(serverUrl: string, dataDir: string): Promise<string> {
  const name = 'ready'
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = serverUrl.replace('/filesmith?', `/${name}?`)
  const settings = readSettings({ DATA_DIR: dataDir, DATABASE_URL: url })
  const services = await openServices(settings, createLog('silent', 'test'), 'web')
  await services.close()
  return name
}
