/** Sign-in methods of the server: identity providers, and whether passwords are allowed. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { type IdentityProviderId, identityProviderLabels } from '@filesmith/contract/identity-providers'
import { capabilitiesSchema } from '@filesmith/contract/schemas/capabilities'
import { useQuery } from '@tanstack/react-query'

export interface SignInWays {
  readonly providers: readonly IdentityProviderId[]
  readonly labelOf: (provider: IdentityProviderId) => string
  /** Name of the organization if it is the only sign-in method. */
  readonly onlyWay: string | undefined
  /** False while loading. */
  readonly isKnown: boolean
}

export function useSignInWays(): SignInWays {
  const { data, isPending } = useQuery({
    queryKey: [apiPaths.capabilities],
    select: reply => {
      const { signInWith, organisation } = capabilitiesSchema.parse(reply)
      return { signInWith, organisation }
    },
  })
  const organisation = data?.organisation
  return {
    providers: data?.signInWith ?? [],
    labelOf: provider =>
      (provider === 'organisation' ? organisation?.name : undefined) ?? identityProviderLabels[provider],
    onlyWay: organisation?.isOnlyWay ? organisation.name : undefined,
    isKnown: !isPending,
  }
}
