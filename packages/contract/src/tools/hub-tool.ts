/** What a tab of the tools hub is: everything the hub, its search and its pages need to know of a tool. */
import type { OperationId } from '../operations/registry.ts'

export interface HubTool {
  readonly id: string
  readonly label: string
  /** One line for cards and results of the search. */
  readonly summary: string
  readonly title: string
  readonly description: string
  readonly keywords: readonly string[]
  /** What it needs of the server. */
  readonly operation: OperationId | 'batch-convert'
}

export function defineHubTool<const Definition extends HubTool>(definition: Definition): Definition {
  return definition
}
