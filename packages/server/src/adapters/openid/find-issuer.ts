/** OpenID provider configuration from discovery: cached for redirects, fetched again for verifying tokens. */
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
  /** Undefined for a public client, which relies on PKCE alone. */
  readonly clientSecret: string | undefined
}

export interface DiscoveredIssuer {
  /** From the cache; good enough to redirect users to the provider. */
  cached(): Promise<Configuration>
  /** Fetched now, without cached keys, so that rotated keys are known and withdrawn keys are not accepted. */
  fresh(): Promise<Configuration>
}

const cacheMs = 60 * 60 * 1000
const timeoutSeconds = 10
const toleratedSeconds = 60

export function findIssuer(client: OpenIdClient): DiscoveredIssuer {
  let known: { configuration: Configuration; until: number } | undefined

  async function fresh(): Promise<Configuration> {
    const configuration = await discover(client)
    known = { configuration, until: Date.now() + cacheMs }
    return configuration
  }

  return {
    fresh,
    cached: async () => (known && Date.now() < known.until ? known.configuration : fresh()),
  }
}

async function discover({ issuerUrl, clientId, clientSecret }: OpenIdClient): Promise<Configuration> {
  const issuer = new URL(issuerUrl)
  // The settings allow http only for localhost.
  const isHttp = issuer.protocol === 'http:'
  // Also verifies the ID token signature: by default the library relies on TLS for tokens from the token endpoint.
  const execute = [enableNonRepudiationChecks, ...(isHttp ? [allowInsecureRequests] : [])]
  const options = { execute, timeout: timeoutSeconds }
  const metadata = { [clockTolerance]: toleratedSeconds }
  if (clientSecret === undefined) return discovery(issuer, clientId, metadata, None(), options)
  // The metadata lists the supported client authentication methods; the default is client_secret_basic.
  let authenticate = ClientSecretBasic(clientSecret)
  const configuration = await discovery(
    issuer,
    clientId,
    metadata,
    (...call) => authenticate(...call),
    options,
  )
  const methods = configuration.serverMetadata().token_endpoint_auth_methods_supported
  if (methods && !methods.includes('client_secret_basic')) authenticate = ClientSecretPost(clientSecret)
  return configuration
}
