/** Google, or any other OpenID Connect provider in its place, found by its discovery document. */
import { identityProviderLabels } from '@filesmith/contract/identity-providers'
import { z } from 'zod'
import type { IdentityProvider } from '../../ports/identity-provider.ts'
import { askProvider, failAs } from './ask-provider.ts'
import { authorizationAddress, exchangeCode, type OAuthClient } from './oauth-client.ts'

const label = identityProviderLabels.google
const endpointsKeptMs = 60 * 60 * 1000

const endpoint = z.url({ protocol: /^https?$/ })
const discoverySchema = z.object({
  issuer: z.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  userinfo_endpoint: endpoint,
})
type Discovery = z.infer<typeof discoverySchema>

const personSchema = z.object({
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
    const discovery = await askProvider(address, discoverySchema)
    if (discovery.issuer !== settings.issuerUrl) throw new Error('the issuer calls itself something else')
    known = { discovery, until: Date.now() + endpointsKeptMs }
    return discovery
  }

  return {
    label,
    authorizationUrl: request =>
      failAs(label, async () => {
        const { authorization_endpoint } = await discover()
        const more = { scope: 'openid email profile', prompt: 'select_account' }
        return authorizationAddress(authorization_endpoint, settings, request, more)
      }),

    identify: answer =>
      failAs(label, async () => {
        const { token_endpoint, userinfo_endpoint } = await discover()
        const accessToken = await exchangeCode(token_endpoint, settings, answer)
        const person = await askProvider(userinfo_endpoint, personSchema, { accessToken })
        return {
          subject: person.sub,
          email: person.email,
          isEmailVerified: person.email_verified,
          name: person.name ?? person.email.split('@')[0] ?? '',
          label: person.email,
        }
      }),
  }
}
