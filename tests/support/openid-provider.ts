/** In-process OpenID provider based on oidc-provider, with plain sign-in and consent pages. */
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  type ClientMetadata,
  type Configuration,
  type InteractionResults,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider'

export interface OrganizationPerson {
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
  readonly groups?: readonly string[]
}

export interface TestOpenIdProvider {
  readonly url: string
  /** Settings of a Filesmith that is a confidential client of this provider. */
  readonly env: Readonly<Record<string, string>>
  /** The same for a public client. */
  readonly publicEnv: Readonly<Record<string, string>>
  /** Adds a user who can sign in with this login. */
  addPerson(login: string, person: OrganizationPerson): void
  /** Replaces the signing key; the old one is no longer published. */
  rotateKeys(): void
  /** Stops listening until `listen` is called again. */
  close(): Promise<void>
  listen(): Promise<void>
}

interface ProviderOptions {
  /** Public URL of Filesmith. */
  readonly publicUrl: string
  /** Puts the user's claims into the ID token; otherwise they come from the userinfo endpoint. */
  readonly hasClaimsInToken?: boolean
}

const secret = 'a secret with = and : and %'

export async function startOpenIdProvider(options: ProviderOptions): Promise<TestOpenIdProvider> {
  const people = new Map<string, OrganizationPerson>()
  let server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  let provider = open()

  function open(): Provider {
    const made = new Provider(url, configurationFor(options, people))
    // Rejected requests are reported to the client; this logs errors of the provider itself.
    made.on('server_error', (_ctx, error) => console.error(error))
    return made
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!request.url?.startsWith('/interaction/')) return void provider.callback()(request, response)
    const { prompt, params, session } = await provider.interactionDetails(request, response)
    if (request.method !== 'POST') return void response.end(pageFor(prompt.name))
    const form = new URLSearchParams(await text(request))
    const result = await decide(form, prompt.name, String(params.client_id), session?.accountId)
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true })
  }

  async function decide(
    form: URLSearchParams,
    prompt: string,
    clientId: string,
    accountId: string | undefined,
  ): Promise<InteractionResults> {
    if (form.has('no')) return { error: 'access_denied' }
    if (prompt === 'login') return { login: { accountId: form.get('login') ?? '' } }
    const grant = new provider.Grant({ clientId, ...(accountId !== undefined && { accountId }) })
    grant.addOIDCScope('openid email profile')
    return { consent: { grantId: await grant.save() } }
  }

  const listen = async () => {
    server = createServer((request, response) => void answer(request, response))
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const close = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  await close()
  await listen()

  return {
    url,
    env: {
      OIDC_ISSUER: url,
      OIDC_CLIENT_ID: 'filesmith',
      OIDC_CLIENT_SECRET: secret,
      OIDC_NAME: 'Vulcan Works',
    },
    publicEnv: { OIDC_ISSUER: url, OIDC_CLIENT_ID: 'filesmith-public', OIDC_NAME: 'Vulcan Works' },
    addPerson: (login, person) => void people.set(login, person),
    rotateKeys() {
      provider = open()
    },
    close,
    listen,
  }
}

function configurationFor(
  { publicUrl, hasClaimsInToken = false }: ProviderOptions,
  people: ReadonlyMap<string, OrganizationPerson>,
): Configuration {
  const client: ClientMetadata = {
    client_id: 'filesmith',
    client_secret: secret,
    redirect_uris: [`${publicUrl}/api/auth/with/organisation/return`],
    post_logout_redirect_uris: [`${publicUrl}/`],
  }
  const { client_secret, ...publicClient } = client
  return {
    clients: [client, { ...publicClient, client_id: 'filesmith-public', token_endpoint_auth_method: 'none' }],
    jwks: { keys: [newKey()] },
    cookies: { keys: ['test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    conformIdTokenClaims: !hasClaimsInToken,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { logoutSource: renderLogoutPage } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, login) => ({
      accountId: login,
      claims: async () => ({ sub: `sub-${login}`, ...people.get(login) }),
    }),
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 3600,
      IdToken: 600,
      Interaction: 600,
      Session: 3600,
    },
  }
}

function newKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' }
}

/** The default page of the library loads a font from the network. */
function renderLogoutPage(ctx: KoaContextWithOIDC, form: string): void {
  ctx.body = `<!doctype html><title>Vulcan Works</title>${form}
<button form="op.logoutForm" name="logout" value="yes">Sign me out</button>`
}

function pageFor(prompt: string): string {
  const fields =
    prompt === 'login'
      ? '<label>Login <input name="login"></label><button>Sign in</button>'
      : '<p>Filesmith would like to know who you are.</p><button>Allow</button>'
  return `<!doctype html><title>Vulcan Works</title><h1>Vulcan Works</h1>
<form method="post">${fields}<button name="no" value="no">Cancel</button></form>`
}
