/** Unfinished work of a tab is kept under this name. */
import type { BatchKindId } from '@filesmith/contract/batch'

export function batchToolId(kind: BatchKindId): string {
  return `batch-${kind}`
}
