/** Separate from the services on top of it: the parent process of `npm start` needs nothing else. */
import type { Logger } from 'pino'
import { startEmbeddedPostgres } from './adapters/embedded-postgres/start-embedded-postgres.ts'
import type { Settings } from './config.ts'

interface DatabaseAddress {
  readonly url: string
  release(): Promise<void>
}

/** The database of DATABASE_URL, or the embedded one. */
export async function provideDatabase(settings: Settings, log: Logger): Promise<DatabaseAddress> {
  if (settings.DATABASE_URL) return { url: settings.DATABASE_URL, release: async () => undefined }
  const embedded = await startEmbeddedPostgres({ dataDir: settings.DATA_DIR, log })
  return { url: embedded.connectionString, release: () => embedded.stop() }
}
