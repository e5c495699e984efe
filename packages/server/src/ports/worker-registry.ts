/** Which workers are alive and what their engines can do; web processes plan with what is there. */

import type { Lane } from '@filesmith/contract/operations/operation'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'

export interface EngineReport {
  readonly engine: string
  readonly isAvailable: boolean
  readonly reason: string | null
  /** What it translates; only of the engine that does. */
  readonly pairs?: readonly TranslationPair[]
  /** In which lanes its worker has places; both where it is left out, as older versions do. */
  readonly lanes?: readonly Lane[]
}

export interface WorkerRegistry {
  announce(workerId: string, engines: readonly EngineReport[]): Promise<void>
  withdraw(workerId: string): Promise<void>
  /** Reports of all workers heard of lately. */
  listEngines(): Promise<EngineReport[]>
  /** The same, by worker. */
  listWorkers(): Promise<(readonly EngineReport[])[]>
}
