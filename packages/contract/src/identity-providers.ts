/** Others who may vouch for somebody, where this installation has their keys. */

export const identityProviders = ['google', 'github'] as const
export type IdentityProviderId = (typeof identityProviders)[number]

export const identityProviderLabels: Readonly<Record<IdentityProviderId, string>> = {
  google: 'Google',
  github: 'GitHub',
}
