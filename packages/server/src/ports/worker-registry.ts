/** Which workers are alive and what their engines can do; web processes plan with what is there. */

import type { TranslationPair } from '@filesmith/contract/translation-pairs'

export interface EngineReport {
  readonly engine: string
  readonly isAvailable: boolean
  readonly reason: string | null
  /** What it translates; only of the engine that does. */
  readonly pairs?: readonly TranslationPair[]
}

export interface WorkerRegistry {
  announce(workerId: string, engines: readonly EngineReport[]): Promise<void>
  withdraw(workerId: string): Promise<void>
  /** Reports of all workers heard of lately. */
  listEngines(): Promise<EngineReport[]>
}
