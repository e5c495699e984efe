/** Starts the engines with everything that jobs need to run on them. */
import { join } from 'node:path'
import type { EngineRuntime } from '@filesmith/engines/engine'
import { createEngineRuntime } from '@filesmith/engines/runtime'
import type { Logger } from 'pino'
import { createAesSecretBox } from './adapters/node-crypto/aes-secret-box.ts'
import type { Settings } from './config.ts'
import { engineRuntimeSettings } from './engine-runtime-settings.ts'
import type { Services } from './open-services.ts'
import type { Log } from './ports/log.ts'
import type { WorkerMetrics } from './ports/metrics.ts'
import { loadSecrets } from './secrets.ts'
import type { EngineJobDeps } from './worker/engine-jobs.ts'
import { observeEngines } from './worker/observe-engines.ts'
import { traceLog, traceStorage } from './worker/trace-job.ts'

export interface OpenEngines {
  readonly runtime: EngineRuntime
  readonly cookieSecret: string
  readonly log: Log
  readonly jobDeps: Services & EngineJobDeps
}

export async function openEngines(
  settings: Settings,
  services: Services,
  { workerId, metrics, log: plainLog }: { workerId: string; metrics: WorkerMetrics; log: Logger },
): Promise<OpenEngines> {
  const { tracer } = services
  const log = traceLog(plainLog, tracer)
  const runtime = await createEngineRuntime(
    engineRuntimeSettings(settings, message => log.warn({}, message)),
    metrics.helperEnded,
  )
  const cookieSecret = settings.COOKIE_SECRET ?? (await loadSecrets(settings.DATA_DIR)).cookieSecret
  return {
    runtime,
    cookieSecret,
    log,
    jobDeps: {
      ...services,
      storage: traceStorage(services.storage, tracer),
      engines: observeEngines(runtime, { metrics, tracer }),
      secretBox: createAesSecretBox(cookieSecret),
      jobsDir: join(settings.DATA_DIR, 'jobs'),
      workerId,
      metrics,
      log,
    },
  }
}
