/** Definition of a tool of the hub: labels, search texts, page metadata, icon and help. */
import type { FileKind, FormatId } from '../formats.ts'
import type { Instance } from '../instance.ts'
import type { OperationId } from '../operations/registry.ts'
import type { TextSection } from '../text-section.ts'

export interface HubTool {
  readonly id: string
  readonly label: string
  /** One line for cards and search results. */
  readonly summary: string
  readonly title: string
  readonly description: string
  readonly keywords: readonly string[]
  /** What users call its work, beside the words above: verbs, and formats that it reads and writes. */
  readonly verbs: readonly string[]
  readonly conversions: readonly {
    readonly reads: readonly FormatId[]
    readonly writes: readonly FormatId[]
  }[]
  /** Operation that it needs. */
  readonly operation: OperationId | 'batch-convert'
  /** Name in Lucide, in the color of the kind of file it produces or reads; null for none. */
  readonly icon: string
  readonly kind: FileKind | null
  /** Its help page: one line for lists, the meta description, and search terms that may not occur in the article. */
  readonly help: {
    readonly summary: string
    readonly description: string
    readonly keywords: readonly string[]
  }
  /** Loaded by the help pages only. */
  loadArticle(): Promise<(instance: Instance) => readonly TextSection[]>
}

export function defineHubTool<const Definition extends HubTool>(definition: Definition): Definition {
  return definition
}
