/** Why an operation is unavailable on this server. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import type { OperationId } from '@filesmith/contract/operations/registry'
import { capabilitiesSchema } from '@filesmith/contract/schemas/capabilities'
import { useQuery } from '@tanstack/react-query'

/** Undefined if it is available, while loading and on failure. */
export function useUnavailableReason(operation: OperationId): string | undefined {
  const { data } = useQuery({
    queryKey: [apiPaths.capabilities],
    select: reply => capabilitiesSchema.parse(reply).operations[operation],
  })
  if (!data || data.isAvailable) return undefined
  return data.reason ?? conversionMessages.unavailable
}
