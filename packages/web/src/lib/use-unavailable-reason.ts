/** Whether this server can do an operation now, and if not, why. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import type { OperationId } from '@filesmith/contract/operations/registry'
import { capabilitiesSchema } from '@filesmith/contract/schemas/capabilities'
import { useQuery } from '@tanstack/react-query'

/** The reason in words; undefined when it works, or when nobody could say: then the call itself will answer. */
export function useUnavailableReason(operation: OperationId): string | undefined {
  const { data } = useQuery({
    queryKey: [apiPaths.capabilities],
    select: reply => capabilitiesSchema.parse(reply).operations[operation],
  })
  if (!data || data.isAvailable) return undefined
  return data.reason ?? conversionMessages.unavailable
}
