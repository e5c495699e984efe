/** Identity providers, if configured. */

export const identityProviders = ['organisation', 'google', 'github'] as const
export type IdentityProviderId = (typeof identityProviders)[number]

/** The organization's name is configured; this is the fallback. */
export const identityProviderLabels: Readonly<Record<IdentityProviderId, string>> = {
  organisation: 'your organization',
  google: 'Google',
  github: 'GitHub',
}

export function isIdentityProvider(value: string): value is IdentityProviderId {
  return identityProviders.some(provider => provider === value)
}
