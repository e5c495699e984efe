/** Identity providers, if configured. `proxy` is not an OAuth provider: it names the user with every request. */

export const identityProviders = ['organisation', 'google', 'github', 'proxy'] as const
export type IdentityProviderId = (typeof identityProviders)[number]

/** The organization's name is configured; this is the fallback. */
export const identityProviderLabels: Readonly<Record<IdentityProviderId, string>> = {
  organisation: 'your organization',
  google: 'Google',
  github: 'GitHub',
  proxy: 'Single sign-on',
}

export function isIdentityProvider(value: string): value is IdentityProviderId {
  return identityProviders.some(provider => provider === value)
}
