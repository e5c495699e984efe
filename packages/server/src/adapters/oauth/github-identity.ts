/** Identity provider for GitHub or a GitHub Enterprise server. */
import { identityProviderLabels } from '@filesmith/contract/identity-providers'
import { z } from 'zod'
import type { IdentityProvider } from '../../ports/identity-provider.ts'
import { buildAuthorizationUrl, exchangeCode, type OAuthClient } from './oauth-client.ts'
import { asProviderError, requestProvider } from './request-provider.ts'

const label = identityProviderLabels.github

const profileSchema = z.object({ id: z.int().positive(), login: z.string().min(1) })
const addressesSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

export function createGithubIdentity(
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
