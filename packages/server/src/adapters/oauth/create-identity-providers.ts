/** Creates the OAuth identity providers whose keys are set. */
import type { IdentityProviderId } from '@filesmith/contract/identity-providers'
import type { IdentityProvider } from '../../ports/identity-provider.ts'
import { createGithubIdentity } from './github-identity.ts'
import { createGoogleIdentity } from './google-identity.ts'

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
