/** What the stage and the process inside its namespaces say to each other. */
import type { HostName, StageSize } from './addresses.ts'

export interface StagePlan {
  readonly folder: string
  readonly size: StageSize
  /** For every web and worker. */
  readonly settings: Record<string, string>
}

export interface HostUsage {
  /** Of everything that ran on a host since it started, also of what has ended. */
  readonly cpuSeconds: Readonly<Record<string, number>>
  /** Proportional: what processes share is counted once. */
  readonly memoryBytes: Readonly<Record<string, number>>
}

export type StageOrder = { readonly id: number } & (
  | { readonly what: 'signal'; readonly host: HostName; readonly signal: NodeJS.Signals }
  | { readonly what: 'ended' | 'start'; readonly host: HostName }
  | { readonly what: 'usage' | 'end' }
  | { readonly what: 'run'; readonly command: readonly string[]; readonly env: Record<string, string> }
)

/** The first one, with id 0, says that everything is up. */
export interface StageReply {
  readonly id: number
  readonly answer?: unknown
  readonly failure?: string
}
