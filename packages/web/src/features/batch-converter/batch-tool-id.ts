/** Key under which the state of a batch tab is stored. */
import type { BatchKindId } from '@filesmith/contract/batch'

export function batchToolId(kind: BatchKindId): string {
  return `batch-${kind}`
}
