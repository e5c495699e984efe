/** Engines and workers for operators, and the switch that disables an engine. */

import { AppError } from '@filesmith/contract/errors'
import { engineLabel } from '@filesmith/contract/messages/admin-engines'
import { operationIds, operations } from '@filesmith/contract/operations/registry'
import type { AdminWorker, EngineChange, EngineSwitch } from '@filesmith/contract/schemas/admin'
import { operationAvailability } from '@filesmith/engines/operation-availability'
import type { Actor } from '../../database/audit-log.ts'
import type { EngineReport } from '../../database/schema.ts'
import { sandboxesOf, servedQueueClasses } from '../engines/workers.ts'
import type { AdminDeps } from './list-page.ts'

/**
 * All engines: workers that have them, reasons why others do not, whether disabled, and the operations that need
 * them.
 */
export async function listEngines(
  deps: Pick<AdminDeps, 'engineIds' | 'engineSwitches' | 'workers'>,
): Promise<EngineSwitch[]> {
  const [workers, switchedOff] = await Promise.all([deps.workers.listWorkers(), deps.engineSwitches.list()])
  const offByEngine = new Map(switchedOff.map(off => [off.engine, off]))
  return deps.engineIds.map(engine => {
    const reports = workers.flatMap(worker => worker.filter(report => report.engine === engine))
    const off = offByEngine.get(engine)
    return {
      engine,
      label: engineLabel(engine),
      workers: reports.filter(({ isAvailable }) => isAvailable).length,
      missingReasons: reasonsOf(reports),
      isUnsandboxed: reports.some(({ isUnsandboxed }) => isUnsandboxed === true),
      sandboxes: sandboxesOf(reports),
      isOff: off !== undefined,
      offReason: off?.reason ?? null,
      offBy: off?.switchedBy ?? null,
      offSince: off?.since.toISOString() ?? null,
      operations: operationsNeeding(engine),
    }
  })
}

function reasonsOf(reports: readonly EngineReport[]): string[] {
  const missing = reports.filter(({ isAvailable }) => !isAvailable)
  return [...new Set(missing.flatMap(({ reason }) => (reason === null ? [] : [reason])))]
}

const operationsByEngine = new Map<string, string[]>()

/**
 * Operations unavailable without this engine if all others are present. Cached, because it checks every pair of
 * formats.
 */
function operationsNeeding(engine: string): string[] {
  const known = operationsByEngine.get(engine)
  if (known) return known
  const lost = operationIds
    .filter(id => !operationAvailability(id, other => other !== engine).isAvailable)
    .map(id => operations[id].label)
  operationsByEngine.set(engine, lost)
  return lost
}

/** Running workers with their engines, queue classes and load. */
export async function listWorkers(deps: Pick<AdminDeps, 'workers' | 'load'>): Promise<AdminWorker[]> {
  const [workers, running] = await Promise.all([deps.workers.listIdentified(), deps.load.runningByWorker()])
  return workers.map(({ id, host, processId, version, startedAt, seenAt, engines }) => ({
    id,
    host,
    processId,
    version,
    startedAt: startedAt?.toISOString() ?? null,
    seenAt: seenAt.toISOString(),
    queueClasses: [...servedQueueClasses(engines)],
    running: running.get(id) ?? 0,
    engines: engines.map(({ engine, isAvailable, reason }) => ({ engine, isAvailable, reason })),
  }))
}

/** Disables or enables an engine for all processes; queued jobs that need it keep waiting. */
export async function switchEngine(
  deps: Pick<AdminDeps, 'engineIds' | 'engineSwitches' | 'now'>,
  actor: Actor,
  engine: string,
  { isOff, reason }: EngineChange,
): Promise<void> {
  if (!deps.engineIds.includes(engine)) throw new AppError('engine-not-found')
  const entry = { actor, target: engine }
  if (isOff) {
    const off = { engine, reason, switchedBy: actor.name, since: deps.now() }
    await deps.engineSwitches.switchOff(off, { ...entry, action: 'engine-off', detail: { reason } })
  } else await deps.engineSwitches.switchOn(engine, { ...entry, action: 'engine-on' })
}
