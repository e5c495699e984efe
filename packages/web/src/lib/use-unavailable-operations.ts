/** Operations that are unavailable on this server, with the reason. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { capabilitiesSchema } from '@filesmith/contract/schemas/capabilities'
import { useQuery } from '@tanstack/react-query'

const none: ReadonlyMap<string, string> = new Map()

/** Empty while loading and on failure. */
export function useUnavailableOperations(): ReadonlyMap<string, string> {
  const { data } = useQuery({ queryKey: [apiPaths.capabilities], select: readUnavailable })
  return data ?? none
}

function readUnavailable(reply: unknown): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(capabilitiesSchema.parse(reply).operations).flatMap(([id, { isAvailable, reason }]) =>
      isAvailable ? [] : [[id, reason ?? conversionMessages.unavailable] as const],
    ),
  )
}
