/** Running workers and the engines they have; web processes build execution plans with the engines available. */

import type { QueueClass } from '@filesmith/contract/operations/operation'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'

export interface EngineReport {
  readonly engine: string
  readonly isAvailable: boolean
  readonly reason: string | null
  /** The worker runs it without a sandbox. */
  readonly isUnsandboxed?: boolean
  /** Supported language pairs; translation engine only. */
  readonly pairs?: readonly TranslationPair[]
  /** Queue classes for which the worker has slots; missing in reports of older versions, which means both. */
  readonly queueClasses?: readonly QueueClass[]
  /** The worker claims from the job queue; missing in reports of versions that used pg-boss. */
  readonly hasJobQueue?: boolean
  /** Alias of `queueClasses` for rolling upgrades from versions that only know this name; removed in the next release. */
  readonly lanes?: readonly QueueClass[]
}

/** Identifies a worker process. */
export interface WorkerIdentity {
  readonly host: string
  readonly processId: number
  readonly version: string
  readonly startedAt: Date
}

/** Workers of an older version report only their engines. */
export interface WorkerRecord extends Nullable<WorkerIdentity> {
  readonly id: string
  readonly engines: readonly EngineReport[]
  readonly seenAt: Date
}

type Nullable<Shape> = { readonly [Key in keyof Shape]: Shape[Key] | null }

export interface WorkerRegistry {
  announce(workerId: string, engines: readonly EngineReport[], identity?: WorkerIdentity): Promise<void>
  withdraw(workerId: string): Promise<void>
  /** Reports of all live workers; a disabled engine counts as missing. */
  listEngines(): Promise<EngineReport[]>
  /** Reports by worker, ignoring disabled engines. */
  listWorkers(): Promise<(readonly EngineReport[])[]>
  /** Reports by worker, with the worker's identity. */
  listIdentified(): Promise<WorkerRecord[]>
  /** Engines disabled by operators. */
  listDisabledEngines(): Promise<ReadonlySet<string>>
}
