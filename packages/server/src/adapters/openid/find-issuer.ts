/** What an OpenID provider says about itself: remembered for a while, and asked anew when it is to be believed. */
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  clockTolerance,
  discovery,
  enableNonRepudiationChecks,
  None,
} from 'openid-client'

export interface OpenIdClient {
  readonly issuerUrl: string
  readonly clientId: string
  /** Undefined for a public client, which has PKCE alone. */
  readonly clientSecret: string | undefined
}

export interface FoundIssuer {
  /** As it was a while ago; good enough to send somebody there. */
  remembered(): Promise<Configuration>
  /** As it is now, with no key in memory: one that was changed a second ago is known, one that was withdrawn is not. */
  fresh(): Promise<Configuration>
}

const rememberedMs = 60 * 60 * 1000
const patienceSeconds = 10
const toleratedSeconds = 60

export function findIssuer(client: OpenIdClient): FoundIssuer {
  let known: { configuration: Configuration; until: number } | undefined

  async function fresh(): Promise<Configuration> {
    const configuration = await discover(client)
    known = { configuration, until: Date.now() + rememberedMs }
    return configuration
  }

  return {
    fresh,
    remembered: async () => (known && Date.now() < known.until ? known.configuration : fresh()),
  }
}

async function discover({ issuerUrl, clientId, clientSecret }: OpenIdClient): Promise<Configuration> {
  const issuer = new URL(issuerUrl)
  // The settings allow http on this very machine alone.
  const isPlain = issuer.protocol === 'http:'
  // Without it a token is believed because of where it came from, whoever signed it.
  const execute = [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])]
  const options = { execute, timeout: patienceSeconds }
  const metadata = { [clockTolerance]: toleratedSeconds }
  if (clientSecret === undefined) return discovery(issuer, clientId, metadata, None(), options)
  // Which of the two ways to show a secret the provider takes, it says itself; if it says nothing it is the first.
  let prove = ClientSecretBasic(clientSecret)
  const configuration = await discovery(issuer, clientId, metadata, (...call) => prove(...call), options)
  const methods = configuration.serverMetadata().token_endpoint_auth_methods_supported
  if (methods && !methods.includes('client_secret_basic')) prove = ClientSecretPost(clientSecret)
  return configuration
}
