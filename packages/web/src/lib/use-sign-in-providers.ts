/** Who else may vouch for somebody on this server. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { IdentityProviderId } from '@filesmith/contract/identity-providers'
import { capabilitiesSchema } from '@filesmith/contract/schemas/capabilities'
import { useQuery } from '@tanstack/react-query'

export function useSignInProviders(): readonly IdentityProviderId[] {
  const { data } = useQuery({
    queryKey: [apiPaths.capabilities],
    select: reply => capabilitiesSchema.parse(reply).signInWith,
  })
  return data ?? []
}
