/** What this server can do, and the plan of the caller: read by every page, so without the schema, which needs zod. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { CapabilitiesReply } from '@filesmith/contract/schemas/capabilities'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'

export function useCapabilities<Selected>(
  select: (reply: CapabilitiesReply) => Selected,
): UseQueryResult<Selected> {
  return useQuery<CapabilitiesReply, Error, Selected>({ queryKey: [apiPaths.capabilities], select })
}
