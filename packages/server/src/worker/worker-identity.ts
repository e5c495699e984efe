/** Which worker this is: an id of its own for each start, and what operators know it by. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { WorkerIdentity } from '../ports/worker-registry.ts'

export interface OwnIdentity extends WorkerIdentity {
  readonly id: string
}

export function makeWorkerIdentity(version: string): OwnIdentity {
  return { id: randomUUID(), host: hostname(), processId: process.pid, version, startedAt: new Date() }
}
