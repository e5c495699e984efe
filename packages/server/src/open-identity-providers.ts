/** Opens the configured identity providers and the sign-in rules of the organization. */
import type { IdentityProviderId } from '@filesmith/contract/identity-providers'
import { createIdentityProviders } from './adapters/oauth/create-identity-providers.ts'
import { createOrganizationIdentity } from './adapters/openid/organization-identity.ts'
import type { Settings } from './config.ts'
import type { OrganizationRules } from './domain/accounts/sign-in-with.ts'
import type { IdentityProvider } from './ports/identity-provider.ts'

export function openIdentityProviders(settings: Settings): Map<IdentityProviderId, IdentityProvider> {
  const organization = openOrganization(settings)
  const others = settings.OIDC_ONLY ? [] : createIdentityProviders(settings)
  return new Map([...(organization ? [['organisation', organization] as const] : []), ...others])
}

function openOrganization(settings: Settings): IdentityProvider | undefined {
  const { OIDC_ISSUER, OIDC_CLIENT_ID } = settings
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID) return undefined
  return createOrganizationIdentity({
    issuerUrl: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: settings.OIDC_CLIENT_SECRET,
    name: settings.OIDC_NAME,
    scopes: settings.OIDC_SCOPES,
    isEmailTrusted: settings.OIDC_TRUST_EMAIL,
    endsSessions: settings.OIDC_LOGOUT,
  })
}

export function organizationRules(settings: Settings): OrganizationRules {
  return {
    isOnlySignInMethod: settings.OIDC_ONLY,
    createsAccounts: settings.OIDC_CREATES_ACCOUNTS,
    allowedDomains: settings.OIDC_ALLOWED_DOMAINS,
  }
}
