/** GitHub, or a GitHub Enterprise server. */
import { identityProviderLabels } from '@filesmith/contract/identity-providers'
import { z } from 'zod'
import type { IdentityProvider } from '../../ports/identity-provider.ts'
import { askProvider, failAs } from './ask-provider.ts'
import { authorizationAddress, exchangeCode, type OAuthClient } from './oauth-client.ts'

const label = identityProviderLabels.github

const personSchema = z.object({ id: z.int().positive(), login: z.string().min(1) })
const addressesSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

export function createGithubIdentity(
  settings: OAuthClient & { readonly siteUrl: string; readonly apiUrl: string },
): IdentityProvider {
  return {
    label,
    authorizationUrl: async request =>
      authorizationAddress(`${settings.siteUrl}/login/oauth/authorize`, settings, request, {
        scope: 'read:user user:email',
      }),

    identify: answer =>
      failAs(label, async () => {
        const tokenEndpoint = `${settings.siteUrl}/login/oauth/access_token`
        const accessToken = await exchangeCode(tokenEndpoint, settings, answer)
        const person = await askProvider(`${settings.apiUrl}/user`, personSchema, { accessToken })
        const addresses = await askProvider(`${settings.apiUrl}/user/emails`, addressesSchema, {
          accessToken,
        })
        const primary = addresses.find(address => address.primary)
        if (!primary) throw new Error('there is no primary address')
        return {
          // The login can change hands; the number cannot.
          subject: String(person.id),
          email: primary.email,
          isEmailVerified: primary.verified,
          name: person.login,
          label: person.login,
        }
      }),
  }
}
