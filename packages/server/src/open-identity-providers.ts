/** Opens the configured identity providers and the sign-in rules of the organization, its proxy and its groups. */
import { createHmac } from 'node:crypto'
import type { IdentityProviderId } from '@filesmith/contract/identity-providers'
import type { AdminSignIn } from '@filesmith/contract/schemas/admin'
import { createIdentityProviders } from './adapters/oauth/create-identity-providers.ts'
import { createOrganizationIdentity } from './adapters/openid/organization-identity.ts'
import { createNetworkList } from './adapters/outbound-http/address-rules.ts'
import type { Settings } from './config.ts'
import type { GroupRules } from './domain/accounts/group-rights.ts'
import type { ProxyRules } from './domain/accounts/sign-in-by-proxy.ts'
import type { OrganizationRules } from './domain/accounts/sign-in-with.ts'
import type { ProxyHeaders } from './http/proxy-user.ts'
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
    groupsClaim: hasGroupRules(settings) ? settings.OIDC_GROUPS_CLAIM : undefined,
  })
}

export function organizationRules(settings: Settings): OrganizationRules {
  return {
    isOnlySignInMethod: settings.OIDC_ONLY,
    createsAccounts: settings.OIDC_CREATES_ACCOUNTS,
    allowedDomains: settings.OIDC_ALLOWED_DOMAINS,
  }
}

function hasGroupRules({ GROUP_PLANS, GROUP_OPERATORS }: Settings): boolean {
  return GROUP_PLANS.length > 0 || GROUP_OPERATORS.length > 0
}

export function groupRules({ GROUP_PLANS, GROUP_OPERATORS }: Settings): GroupRules {
  return { plans: new Map(GROUP_PLANS), operators: new Set(GROUP_OPERATORS) }
}

/** Null if no proxy signs users in. */
export function proxyRules(settings: Settings, cookieSecret: string): ProxyRules | null {
  if (settings.AUTH_PROXY_HEADER === undefined) return null
  return {
    createsAccounts: settings.AUTH_PROXY_CREATES_ACCOUNTS,
    signOutUrl: settings.AUTH_PROXY_SIGN_OUT_URL ?? null,
    sessionToken: (userName, device) =>
      createHmac('sha256', cookieSecret)
        .update(JSON.stringify(['proxy session', userName, device]))
        .digest('base64url'),
  }
}

export function proxyHeaders(settings: Settings): ProxyHeaders | null {
  const { AUTH_PROXY_HEADER: user, AUTH_PROXY_TRUSTED: trusted } = settings
  if (user === undefined || trusted === undefined) return null
  return {
    user,
    email: settings.AUTH_PROXY_EMAIL_HEADER,
    groups: settings.AUTH_PROXY_GROUPS_HEADER,
    groupSeparator: settings.AUTH_PROXY_GROUPS_SEPARATOR,
    isTrusted: createNetworkList(trusted),
  }
}

/** For operators. */
export function signInSettings(settings: Settings): AdminSignIn {
  const { AUTH_PROXY_HEADER: userHeader, AUTH_PROXY_TRUSTED: trusted = [] } = settings
  return {
    proxy:
      userHeader === undefined
        ? null
        : {
            userHeader,
            emailHeader: settings.AUTH_PROXY_EMAIL_HEADER ?? null,
            groupsHeader: settings.AUTH_PROXY_GROUPS_HEADER ?? null,
            trusted,
            createsAccounts: settings.AUTH_PROXY_CREATES_ACCOUNTS,
            signOutUrl: settings.AUTH_PROXY_SIGN_OUT_URL ?? null,
          },
    groupPlans: settings.GROUP_PLANS.map(([group, plan]) => ({ group, plan })),
    groupOperators: settings.GROUP_OPERATORS,
  }
}
