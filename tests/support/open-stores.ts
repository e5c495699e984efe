/** Opens the PostgreSQL stores without a server: on a new database, or on that of a running server. */
import type { QueueClass } from '@filesmith/contract/operations/operation'
import { engineIds } from '@filesmith/engines/registry'
import pino from 'pino'
import { noopTracer } from '../../packages/server/src/adapters/noop/noop-tracer.ts'
import {
  type Database,
  openDatabase,
  prepareDatabase,
} from '../../packages/server/src/adapters/postgres/database.ts'
import { createPostgresAllowanceStore } from '../../packages/server/src/adapters/postgres/postgres-allowance-store.ts'
import { createPostgresConversionStore } from '../../packages/server/src/adapters/postgres/postgres-conversion-store.ts'
import { createPostgresJobQueue } from '../../packages/server/src/adapters/postgres/postgres-job-queue.ts'
import { createPostgresUploadStore } from '../../packages/server/src/adapters/postgres/postgres-upload-store.ts'
import { createPostgresWorkerRegistry } from '../../packages/server/src/adapters/postgres/postgres-worker-registry.ts'
import type { AllowanceStore } from '../../packages/server/src/ports/allowance-store.ts'
import type { ConversionStore } from '../../packages/server/src/ports/conversion-store.ts'
import {
  type ClaimedJob,
  conversionQueues,
  type JobQueue,
} from '../../packages/server/src/ports/job-queue.ts'
import type { Tracer } from '../../packages/server/src/ports/tracer.ts'
import type { UploadStore } from '../../packages/server/src/ports/upload-store.ts'
import type { WorkerRegistry } from '../../packages/server/src/ports/worker-registry.ts'
import { createTestDatabase } from './create-database.ts'

export interface TestStores {
  readonly database: Database
  readonly conversions: ConversionStore
  readonly uploads: UploadStore
  readonly allowances: AllowanceStore
  readonly workers: WorkerRegistry
  readonly queue: JobQueue
  readonly tracer: Tracer
  /** Claims up to `count` conversions, as a worker with only these engines; by default with all. */
  claim(
    queueClass: QueueClass,
    count: number,
    engines?: readonly string[],
  ): Promise<ClaimedJob<'convert-short' | 'convert-long'>[]>
  close(): Promise<void>
}

export async function openStores({
  databaseUrl,
  maxConnections = 10,
}: {
  databaseUrl?: string
  maxConnections?: number
} = {}): Promise<TestStores> {
  const log = pino({ level: 'silent' })
  const own = databaseUrl === undefined ? await createTestDatabase() : undefined
  const database = await openDatabase({
    url: own?.url ?? databaseUrl ?? '',
    maxConnections,
    applicationName: 'test',
    log,
  })
  await prepareDatabase(database.pool)
  const queue = createPostgresJobQueue(database)
  return {
    database,
    async claim(queueClass, count, engines = engineIds) {
      const claimed: ClaimedJob<'convert-short' | 'convert-long'>[] = []
      while (claimed.length < count) {
        const job = await queue.claim(conversionQueues[queueClass], engines)
        if (!job) break
        claimed.push(job)
      }
      return claimed
    },
    conversions: createPostgresConversionStore(database),
    uploads: createPostgresUploadStore(database),
    allowances: createPostgresAllowanceStore(database),
    workers: createPostgresWorkerRegistry(database),
    queue,
    tracer: noopTracer,
    async close() {
      await database.close()
      await own?.drop()
    },
  }
}
