/** Which workers are alive and what their engines can do; web processes plan with what is there. */

import type { QueueClass } from '@filesmith/contract/operations/operation'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'

export interface EngineReport {
  readonly engine: string
  readonly isAvailable: boolean
  readonly reason: string | null
  /** Its worker runs it without a sandbox. */
  readonly isUnsandboxed?: boolean
  /** What it translates; only of the engine that does. */
  readonly pairs?: readonly TranslationPair[]
  /** In which lanes its worker has places; both where it is left out, as older versions do. */
  readonly queueClasses?: readonly QueueClass[]
}

/** What tells a worker from others. */
export interface WorkerIdentity {
  readonly host: string
  readonly processId: number
  readonly version: string
  readonly startedAt: Date
}

/** Workers of an older version say only what their engines can do. */
export interface WorkerRecord extends Nullable<WorkerIdentity> {
  readonly id: string
  readonly engines: readonly EngineReport[]
  readonly seenAt: Date
}

type Nullable<Shape> = { readonly [Key in keyof Shape]: Shape[Key] | null }

export interface WorkerRegistry {
  announce(workerId: string, engines: readonly EngineReport[], identity?: WorkerIdentity): Promise<void>
  withdraw(workerId: string): Promise<void>
  /** Reports of all workers heard of lately; an engine that is switched off counts as missing. */
  listEngines(): Promise<EngineReport[]>
  /** The same by worker, and as the workers see it: of switches they know nothing. */
  listWorkers(): Promise<(readonly EngineReport[])[]>
  /** The same, with who they are. */
  listIdentified(): Promise<WorkerRecord[]>
  /** Engines that operators have switched off. */
  listOff(): Promise<ReadonlySet<string>>
}
