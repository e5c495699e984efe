/** Identity of this worker: a new id for each start, and host, pid and version for operators. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { WorkerIdentity } from '../database/worker-registry.ts'

export interface ThisWorker extends WorkerIdentity {
  readonly id: string
}

export function makeWorkerIdentity(version: string, startedAt: Date): ThisWorker {
  return { id: randomUUID(), host: hostname(), processId: process.pid, version, startedAt }
}
