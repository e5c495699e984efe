/** Identity provider for an organization's OpenID provider: discovery, code flow with PKCE, verified ID token. */
import { AppError } from '@filesmith/contract/errors'
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type Configuration,
  fetchUserInfo,
} from 'openid-client'
import type {
  AuthorizationResponse,
  IdentityProvider,
  ProvenIdentity,
} from '../../ports/identity-provider.ts'
import { findIssuer, type OpenIdClient } from './find-issuer.ts'
import { fillIn, type IdentityClaims, isComplete, readClaims } from './read-claims.ts'

const clockSkewMs = 60_000

export interface OrganizationSettings extends OpenIdClient {
  readonly name: string
  readonly scopes: string
  /** Whether an address counts as verified if the provider does not say. */
  readonly isEmailTrusted: boolean
  readonly endsSessions: boolean
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
      const { subject, claims } = await exchange(configuration, answer).catch(failAs('provider-failed'))
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
  const signed = readClaims(token)
  // A subject is unique only together with its issuer.
  const subject = `${token.iss} ${token.sub}`
  const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined
  if (isComplete(signed) || !hasMore) return { subject, claims: signed }
  const userInfo = await fetchUserInfo(configuration, tokens.access_token, token.sub)
  return { subject, claims: fillIn(signed, readClaims(userInfo)) }
}

/** Some providers omit auth_time although it is required; then `prompt=login` is the only protection. */
function checkSignInTime(authTime: number | undefined, signedInAfter: Date | undefined): void {
  if (authTime === undefined || signedInAfter === undefined) return
  if (authTime * 1000 < signedInAfter.getTime() - clockSkewMs)
    throw new Error('auth_time is older than the sign-in request')
}

function describe(
  subject: string,
  { email, email_verified, name, preferred_username }: IdentityClaims,
  settings: OrganizationSettings,
): ProvenIdentity {
  if (email === undefined) throw new AppError('provider-email-missing', { provider: settings.name })
  return {
    subject,
    email,
    isEmailVerified: email_verified ?? settings.isEmailTrusted,
    name: name ?? preferred_username ?? email.replace(/@.*/, ''),
    label: email,
  }
}
