/** An organisation's OpenID provider: discovery, the code flow with PKCE, and a token whose signature and claims are checked. */
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
import { fillIn, isComplete, type PersonalClaims, readClaims } from './read-claims.ts'

const clockSkewMs = 60_000

export interface OrganizationSettings extends OpenIdClient {
  readonly name: string
  readonly scopes: string
  /** Whether an address counts as confirmed when the provider does not say that it is not. */
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
      const configuration = await issuer.remembered().catch(failAs('provider-away'))
      return buildAuthorizationUrl(configuration, {
        response_type: 'code',
        scope: settings.scopes,
        redirect_uri: returnUrl,
        state,
        nonce,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
        // By OpenID Connect Core, asking for max_age makes the provider put auth_time into the token.
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
        const configuration = await issuer.remembered().catch(failAs('provider-away'))
        if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined
        return buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnUrl }).href
      },
    }),
  }
}

async function exchange(
  configuration: Configuration,
  answer: AuthorizationResponse,
): Promise<{ subject: string; claims: PersonalClaims }> {
  const back = new URL(answer.returnUrl)
  back.searchParams.set('code', answer.code)
  if (answer.issuer !== undefined) back.searchParams.set('iss', answer.issuer)
  // The state was compared before anybody was asked.
  const tokens = await authorizationCodeGrant(configuration, back, {
    pkceCodeVerifier: answer.codeVerifier,
    expectedNonce: answer.nonce,
    idTokenExpected: true,
  })
  const token = tokens.claims()
  if (!token) throw new Error('there is no ID token')
  checkSignInTime(token.auth_time, answer.signedInAfter)
  const signed = readClaims(token)
  // Who somebody is called elsewhere is only unique together with who calls them so.
  const subject = `${token.iss} ${token.sub}`
  const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined
  if (isComplete(signed) || !hasMore) return { subject, claims: signed }
  const told = await fetchUserInfo(configuration, tokens.access_token, token.sub)
  return { subject, claims: fillIn(signed, readClaims(told)) }
}

/** Some providers leave auth_time out although they must not; there `prompt=login` is all there is to go by. */
function checkSignInTime(authTime: number | undefined, signedInAfter: Date | undefined): void {
  if (authTime === undefined || signedInAfter === undefined) return
  if (authTime * 1000 < signedInAfter.getTime() - clockSkewMs)
    throw new Error('the person did not sign in again')
}

function describe(
  subject: string,
  { email, email_verified, name, preferred_username }: PersonalClaims,
  settings: OrganizationSettings,
): ProvenIdentity {
  if (email === undefined) throw new AppError('provider-email-missing', { provider: settings.name })
  return {
    subject,
    email,
    isEmailVerified: email_verified ?? settings.isEmailTrusted,
    name: name ?? preferred_username ?? email.split('@')[0] ?? '',
    label: email,
  }
}
