/** Disables or enables an engine for all processes; queued jobs that need it keep waiting. */
import { AppError } from '@filesmith/contract/errors'
import type { EngineChange } from '@filesmith/contract/schemas/admin'
import type { Actor } from '../../ports/audit-log.ts'
import type { AdminDeps } from './admin-deps.ts'

export async function switchEngine(
  deps: Pick<AdminDeps, 'engineIds' | 'engineSwitches'>,
  actor: Actor,
  engine: string,
  { isOff, reason }: EngineChange,
  now = new Date(),
): Promise<void> {
  if (!deps.engineIds.includes(engine)) throw new AppError('engine-not-found')
  const entry = { actor, target: engine }
  if (isOff) {
    const off = { engine, reason, switchedBy: actor.name, since: now }
    await deps.engineSwitches.switchOff(off, { ...entry, action: 'engine-off', detail: { reason } })
  } else await deps.engineSwitches.switchOn(engine, { ...entry, action: 'engine-on' })
}
