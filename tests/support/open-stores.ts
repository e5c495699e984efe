/** Opens the PostgreSQL stores without a server: on a new database, or on that of a running server. */
import type { QueueClass } from '@filesmith/contract/operations/operation'
import { engineIds } from '@filesmith/engines/registry'
import pino from 'pino'
import { noopTracer } from '../../packages/server/src/adapters/noop/noop.ts'
import type { AllowanceStore } from '../../packages/server/src/database/allowance-store.ts'
import { createAllowanceStore } from '../../packages/server/src/database/allowance-store.ts'
import type { ConversionStore } from '../../packages/server/src/database/conversion-store.ts'
import { createConversionStore } from '../../packages/server/src/database/conversion-store.ts'
import { type Database, openDatabase, prepareDatabase } from '../../packages/server/src/database/database.ts'
import { createPostgresJobQueue } from '../../packages/server/src/database/postgres-job-queue.ts'
import type { UploadStore } from '../../packages/server/src/database/upload-store.ts'
import { createUploadStore } from '../../packages/server/src/database/upload-store.ts'
import type { WorkerRegistry } from '../../packages/server/src/database/worker-registry.ts'
import { createWorkerRegistry } from '../../packages/server/src/database/worker-registry.ts'
import {
  type ClaimedJob,
  conversionQueues,
  type JobQueue,
} from '../../packages/server/src/ports/job-queue.ts'
import type { Tracer } from '../../packages/server/src/ports/tracer.ts'
import { createReadyDatabase } from './create-database.ts'

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
  const own = databaseUrl === undefined ? await createReadyDatabase() : undefined
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
    conversions: createConversionStore(database),
    uploads: createUploadStore(database),
    allowances: createAllowanceStore(database),
    workers: createWorkerRegistry(database),
    queue,
    tracer: noopTracer,
    async close() {
      await database.close()
      await own?.drop()
    },
  }
}
