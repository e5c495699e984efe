/**
 * All engines: workers that have them, reasons why others do not, whether disabled, and the operations that need
 * them.
 */
import { engineLabel } from '@filesmith/contract/messages/admin-engines'
import { operationIds, operations } from '@filesmith/contract/operations/registry'
import type { EngineSwitch } from '@filesmith/contract/schemas/admin'
import { operationAvailability } from '@filesmith/engines/operation-availability'
import type { EngineReport } from '../../ports/worker-registry.ts'
import type { AdminDeps } from './admin-deps.ts'

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
