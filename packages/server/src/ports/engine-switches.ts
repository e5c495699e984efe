/** Engines disabled by operators: not offered, not used in execution plans and not run until enabled again. */
import type { NewAuditEntry } from './audit-log.ts'

export interface DisabledEngine {
  readonly engine: string
  readonly reason: string
  readonly switchedBy: string
  readonly since: Date
}

export interface EngineSwitches {
  list(): Promise<DisabledEngine[]>
  /** Writes the audit entry in the same transaction. Both return false if nothing changed. */
  switchOff(off: DisabledEngine, entry: NewAuditEntry): Promise<boolean>
  switchOn(engine: string, entry: NewAuditEntry): Promise<boolean>
}
