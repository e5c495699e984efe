/** Definition of a tool of the hub: labels, search texts and page metadata. */
import type { OperationId } from '../operations/registry.ts'

export interface HubTool {
  readonly id: string
  readonly label: string
  /** One line for cards and search results. */
  readonly summary: string
  readonly title: string
  readonly description: string
  readonly keywords: readonly string[]
  /** Operation that it needs. */
  readonly operation: OperationId | 'batch-convert'
}

export function defineHubTool<const Definition extends HubTool>(definition: Definition): Definition {
  return definition
}
