/** Messages between the test process and the process inside the cluster's namespaces. */
import type { ClusterSize, HostName } from './addresses.ts'

export interface ClusterConfig {
  readonly folder: string
  readonly size: ClusterSize
  /** Environment of every web and worker process. */
  readonly settings: Record<string, string>
}

export interface HostUsage {
  /** CPU time of all processes of a host since its start, exited ones included. */
  readonly cpuSeconds: Readonly<Record<string, number>>
  /** Proportional set size: shared pages are counted once. */
  readonly memoryBytes: Readonly<Record<string, number>>
}

export type ClusterCommand = { readonly id: number } & (
  | { readonly what: 'signal'; readonly host: HostName; readonly signal: NodeJS.Signals }
  | { readonly what: 'ended' | 'start'; readonly host: HostName }
  | { readonly what: 'usage' | 'end' }
  | { readonly what: 'run'; readonly command: readonly string[]; readonly env: Record<string, string> }
)

/** The first reply has id 0 and reports that all hosts are up. */
export interface ClusterReply {
  readonly id: number
  readonly answer?: unknown
  readonly failure?: string
}
