/** Identity provider for Google or another OpenID Connect provider, configured through its discovery document. */
import { identityProviderLabels } from '@filesmith/contract/identity-providers'
import { z } from 'zod'
import type { IdentityProvider } from '../../ports/identity-provider.ts'
import { buildAuthorizationUrl, exchangeCode, type OAuthClient } from './oauth-client.ts'
import { asProviderError, requestProvider } from './request-provider.ts'

const label = identityProviderLabels.google
const discoveryTtlMs = 60 * 60 * 1000

const endpoint = z.url({ protocol: /^https?$/ })
const discoverySchema = z.object({
  issuer: z.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  userinfo_endpoint: endpoint,
})
type Discovery = z.infer<typeof discoverySchema>

const profileSchema = z.object({
  sub: z.string().min(1).max(255),
  email: z.email(),
  email_verified: z.boolean().default(false),
  name: z.string().optional(),
})

export function createGoogleIdentity(
  settings: OAuthClient & { readonly issuerUrl: string },
): IdentityProvider {
  let known: { discovery: Discovery; until: number } | undefined

  async function discover(): Promise<Discovery> {
    if (known && Date.now() < known.until) return known.discovery
    const address = `${settings.issuerUrl}/.well-known/openid-configuration`
    const discovery = await requestProvider(address, discoverySchema)
    if (discovery.issuer !== settings.issuerUrl)
      throw new Error('the discovery document names another issuer')
    known = { discovery, until: Date.now() + discoveryTtlMs }
    return discovery
  }

  return {
    label,
    authorizationUrl: request =>
      asProviderError(label, async () => {
        const { authorization_endpoint } = await discover()
        const more = { scope: 'openid email profile', prompt: 'select_account' }
        return buildAuthorizationUrl(authorization_endpoint, settings, request, more)
      }),

    identify: answer =>
      asProviderError(label, async () => {
        const { token_endpoint, userinfo_endpoint } = await discover()
        const accessToken = await exchangeCode(token_endpoint, settings, answer)
        const profile = await requestProvider(userinfo_endpoint, profileSchema, { accessToken })
        return {
          subject: profile.sub,
          email: profile.email,
          isEmailVerified: profile.email_verified,
          name: profile.name ?? profile.email.replace(/@.*/, ''),
          label: profile.email,
        }
      }),
  }
}
