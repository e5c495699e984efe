/** Why an operation is unavailable on this server. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import type { OperationId } from '@filesmith/contract/operations/registry'
import { useCapabilities } from './use-capabilities.ts'

/** Undefined if it is available, while loading and on failure. */
export function useUnavailableReason(operation: OperationId): string | undefined {
  const { data } = useCapabilities(({ operations }) => operations[operation])
  if (!data || data.isAvailable) return undefined
  return data.reason ?? conversionMessages.unavailable
}
