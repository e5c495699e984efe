/** Identity provider for an organization's OpenID provider: discovery, code flow with PKCE, verified ID token. */
import { AppError } from '@filesmith/contract/errors'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  clockTolerance,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
} from 'openid-client'
import { z } from 'zod'
import type {
  AuthorizationResponse,
  IdentityProvider,
  ProvenIdentity,
} from '../../ports/identity-provider.ts'

const clockSkewMs = 60_000

export interface OrganizationSettings extends OpenIdClient {
  readonly name: string
  readonly scopes: string
  /** Whether an address counts as verified if the provider does not say. */
  readonly isEmailTrusted: boolean
  readonly endsSessions: boolean
  /** Claim that lists the groups of a person; undefined if they are not used. */
  readonly groupsClaim: string | undefined
}

export function createOrganizationIdentity(settings: OrganizationSettings): IdentityProvider {
  const { name: label } = settings
  const issuer = findIssuer(settings)
  const failAs = (code: 'provider-away' | 'provider-failed') => (cause: unknown) => {
    throw new AppError(code, { provider: label }, { cause })
  }

  return {
    label,

    async authorizationUrl({ state, nonce, codeChallenge, returnUrl, mustSignInAgain }) {
      const configuration = await issuer.cached().catch(failAs('provider-away'))
      return buildAuthorizationUrl(configuration, {
        response_type: 'code',
        scope: settings.scopes,
        redirect_uri: returnUrl,
        state,
        nonce,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
        // With max_age the provider must include auth_time in the ID token (OpenID Connect Core 3.1.2.1).
        ...(mustSignInAgain && { prompt: 'login', max_age: '0' }),
      }).href
    },

    async identify(answer) {
      const configuration = await issuer.fresh().catch(failAs('provider-away'))
      const { subject, claims } = await exchange(configuration, answer, settings.groupsClaim).catch(
        failAs('provider-failed'),
      )
      return describe(subject, claims, settings)
    },

    ...(settings.endsSessions && {
      async signOutUrl(returnUrl) {
        const configuration = await issuer.cached().catch(failAs('provider-away'))
        if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined
        return buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnUrl }).href
      },
    }),
  }
}

async function exchange(
  configuration: Configuration,
  answer: AuthorizationResponse,
  groupsClaim: string | undefined,
): Promise<{ subject: string; claims: IdentityClaims }> {
  const callbackUrl = new URL(answer.returnUrl)
  callbackUrl.searchParams.set('code', answer.code)
  if (answer.issuer !== undefined) callbackUrl.searchParams.set('iss', answer.issuer)
  // The state was verified by the caller.
  const tokens = await authorizationCodeGrant(configuration, callbackUrl, {
    pkceCodeVerifier: answer.codeVerifier,
    expectedNonce: answer.nonce,
    idTokenExpected: true,
  })
  const token = tokens.claims()
  if (!token) throw new Error('no ID token in the response')
  checkSignInTime(token.auth_time, answer.signedInAfter)
  const signed = readClaims(token, groupsClaim)
  // A subject is unique only together with its issuer.
  const subject = `${token.iss} ${token.sub}`
  const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined
  const hasGroups = groupsClaim === undefined || signed.groups !== undefined
  if ((isComplete(signed) && hasGroups) || !hasMore) return { subject, claims: signed }
  const userInfo = await fetchUserInfo(configuration, tokens.access_token, token.sub)
  return { subject, claims: fillIn(signed, readClaims(userInfo, groupsClaim)) }
}

/** Some providers omit auth_time although it is required; then `prompt=login` is the only protection. */
function checkSignInTime(authTime: number | undefined, signedInAfter: Date | undefined): void {
  if (authTime === undefined || signedInAfter === undefined) return
  if (authTime * 1000 < signedInAfter.getTime() - clockSkewMs)
    throw new Error('auth_time is older than the sign-in request')
}

function describe(
  subject: string,
  { email, email_verified, name, preferred_username, groups }: IdentityClaims,
  settings: OrganizationSettings,
): ProvenIdentity {
  if (email === undefined) throw new AppError('provider-email-missing', { provider: settings.name })
  return {
    subject,
    email,
    isEmailVerified: email_verified ?? settings.isEmailTrusted,
    name: name ?? preferred_username ?? email.replace(/@.*/, ''),
    label: email,
    ...(groups && { groups }),
  }
}

/** Providers omit unknown claims, and some encode booleans as strings. */
const claimsSchema = z.object({
  email: z.email().optional().catch(undefined),
  email_verified: z
    .union([z.boolean(), z.enum(['true', 'false']).transform(word => word === 'true')])
    .optional()
    .catch(false),
  name: z.string().optional().catch(undefined),
  preferred_username: z.string().optional().catch(undefined),
  /** Some providers send a single group as a string. */
  groups: z
    .union([z.array(z.string()), z.string().transform(group => [group])])
    .optional()
    .catch(undefined),
})
type IdentityClaims = z.infer<typeof claimsSchema>

export function readClaims(claims: Readonly<Record<string, unknown>>, groupsClaim?: string): IdentityClaims {
  return claimsSchema.parse({
    ...claims,
    groups: groupsClaim === undefined ? undefined : claims[groupsClaim],
  })
}

export function isComplete({ email, email_verified, name, preferred_username }: IdentityClaims): boolean {
  return email !== undefined && email_verified !== undefined && (name ?? preferred_username) !== undefined
}

/** Fills gaps in signed claims from the userinfo response. Never transfers verification to another address. */
export function fillIn(signed: IdentityClaims, userInfo: IdentityClaims): IdentityClaims {
  const isSameAddress = signed.email === undefined || signed.email === userInfo.email
  return {
    email: signed.email ?? userInfo.email,
    email_verified: signed.email_verified ?? (isSameAddress ? userInfo.email_verified : undefined),
    name: signed.name ?? userInfo.name,
    preferred_username: signed.preferred_username ?? userInfo.preferred_username,
    groups: signed.groups ?? userInfo.groups,
  }
}

interface OpenIdClient {
  readonly issuerUrl: string
  readonly clientId: string
  /** Undefined for a public client, which relies on PKCE alone. */
  readonly clientSecret: string | undefined
}

interface DiscoveredIssuer {
  /** From the cache; good enough to redirect users to the provider. */
  cached(): Promise<Configuration>
  /** Fetched now, without cached keys, so that rotated keys are known and withdrawn keys are not accepted. */
  fresh(): Promise<Configuration>
}

const cacheMs = 60 * 60 * 1000
const timeoutSeconds = 10
const toleratedSeconds = 60

/** OpenID provider configuration from discovery: cached for redirects, fetched again for verifying tokens. */
function findIssuer(client: OpenIdClient): DiscoveredIssuer {
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
