/** Creates the OAuth identity providers whose keys are set. */
import type { IdentityProviderId } from '@filesmith/contract/identity-providers'
import { identityProviderLabels } from '@filesmith/contract/identity-providers'
import { z } from 'zod'
import type { IdentityProvider } from '../../ports/identity-provider.ts'
import { createGoogleIdentity } from './google-identity.ts'
import { buildAuthorizationUrl, exchangeCode, type OAuthClient } from './oauth-client.ts'
import { asProviderError, requestProvider } from './request-provider.ts'

export interface IdentityProviderSettings {
  readonly GOOGLE_CLIENT_ID?: string | undefined
  readonly GOOGLE_CLIENT_SECRET?: string | undefined
  readonly GOOGLE_ISSUER_URL: string
  readonly GITHUB_CLIENT_ID?: string | undefined
  readonly GITHUB_CLIENT_SECRET?: string | undefined
  readonly GITHUB_URL: string
  readonly GITHUB_API_URL: string
}

export function createIdentityProviders(
  settings: IdentityProviderSettings,
): Map<IdentityProviderId, IdentityProvider> {
  const providers = new Map<IdentityProviderId, IdentityProvider>()
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET } = settings
  if (GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET) {
    const client = { clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET }
    providers.set('google', createGoogleIdentity({ ...client, issuerUrl: settings.GOOGLE_ISSUER_URL }))
  }
  if (GITHUB_CLIENT_ID && GITHUB_CLIENT_SECRET) {
    const client = { clientId: GITHUB_CLIENT_ID, clientSecret: GITHUB_CLIENT_SECRET }
    const { GITHUB_URL: siteUrl, GITHUB_API_URL: apiUrl } = settings
    providers.set('github', createGithubIdentity({ ...client, siteUrl, apiUrl }))
  }
  return providers
}

const label = identityProviderLabels.github

const profileSchema = z.object({ id: z.int().positive(), login: z.string().min(1) })
const addressesSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/** Identity provider for GitHub or a GitHub Enterprise server. */
function createGithubIdentity(
  settings: OAuthClient & { readonly siteUrl: string; readonly apiUrl: string },
): IdentityProvider {
  return {
    label,
    authorizationUrl: async request =>
      buildAuthorizationUrl(`${settings.siteUrl}/login/oauth/authorize`, settings, request, {
        scope: 'read:user user:email',
      }),

    identify: answer =>
      asProviderError(label, async () => {
        const tokenEndpoint = `${settings.siteUrl}/login/oauth/access_token`
        const accessToken = await exchangeCode(tokenEndpoint, settings, answer)
        const profile = await requestProvider(`${settings.apiUrl}/user`, profileSchema, { accessToken })
        const addresses = await requestProvider(`${settings.apiUrl}/user/emails`, addressesSchema, {
          accessToken,
        })
        const primary = addresses.find(address => address.primary)
        if (!primary) throw new Error('no primary email address')
        return {
          // A login can be renamed and reused by another account; the id cannot.
          subject: String(profile.id),
          email: primary.email,
          isEmailVerified: primary.verified,
          name: profile.login,
          label: profile.login,
        }
      }),
  }
}
