/** Engines that operators have switched off: nobody plans with them and nobody runs them until they are on again. */
import type { NewAuditEntry } from './audit-log.ts'

export interface EngineOff {
  readonly engine: string
  readonly reason: string
  readonly switchedBy: string
  readonly since: Date
}

export interface EngineSwitches {
  list(): Promise<EngineOff[]>
  /** With its entry, or not at all. These two answer false when it stood so already. */
  switchOff(off: EngineOff, entry: NewAuditEntry): Promise<boolean>
  switchOn(engine: string, entry: NewAuditEntry): Promise<boolean>
}
