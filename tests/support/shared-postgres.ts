/** One PostgreSQL for the whole test run; a test file takes a database of its own on it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../packages/server/src/adapters/embedded-postgres/start-embedded-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'filesmith-test-postgres-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: { info() {}, warn() {} }, isDurable: false })
  project.provide('postgresUrl', postgres.connectionString)
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
