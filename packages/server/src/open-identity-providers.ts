/** Those who may vouch for people here, and what holds for an organisation's own people. */
import type { IdentityProviderId } from '@filesmith/contract/identity-providers'
import { createIdentityProviders } from './adapters/oauth/create-identity-providers.ts'
import { createOrganisationIdentity } from './adapters/openid/organisation-identity.ts'
import type { Settings } from './config.ts'
import type { OrganisationRules } from './domain/accounts/organisation-rules.ts'
import type { IdentityProvider } from './ports/identity-provider.ts'

export function openIdentityProviders(settings: Settings): Map<IdentityProviderId, IdentityProvider> {
  const organisation = openOrganisation(settings)
  const others = settings.OIDC_ONLY ? [] : createIdentityProviders(settings)
  return new Map([...(organisation ? [['organisation', organisation] as const] : []), ...others])
}

function openOrganisation(settings: Settings): IdentityProvider | undefined {
  const { OIDC_ISSUER, OIDC_CLIENT_ID } = settings
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID) return undefined
  return createOrganisationIdentity({
    issuerUrl: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: settings.OIDC_CLIENT_SECRET,
    name: settings.OIDC_NAME,
    scopes: settings.OIDC_SCOPES,
    isEmailTrusted: settings.OIDC_TRUST_EMAIL,
    endsSessions: settings.OIDC_LOGOUT,
  })
}

export function organisationRules(settings: Settings): OrganisationRules {
  return {
    isOnlyWay: settings.OIDC_ONLY,
    createsAccounts: settings.OIDC_CREATES_ACCOUNTS,
    allowedDomains: settings.OIDC_ALLOWED_DOMAINS,
  }
}
