/** Others who may vouch for somebody, where this installation has their keys. */

export const identityProviders = ['organisation', 'google', 'github'] as const
export type IdentityProviderId = (typeof identityProviders)[number]

/** An organisation has a name of its own on every installation; this stands where it is not known. */
export const identityProviderLabels: Readonly<Record<IdentityProviderId, string>> = {
  organisation: 'your organization',
  google: 'Google',
  github: 'GitHub',
}

export function isIdentityProvider(value: string): value is IdentityProviderId {
  return identityProviders.some(provider => provider === value)
}
