/** The provider-independent steps of OAuth 2.0 with PKCE: authorization URL and code exchange. */
import { z } from 'zod'
import type { AuthorizationRequest, AuthorizationResponse } from '../../ports/identity-provider.ts'
import { requestProvider } from './request-provider.ts'

export interface OAuthClient {
  readonly clientId: string
  readonly clientSecret: string
}

const tokenSchema = z.object({ access_token: z.string().min(1) })

export function buildAuthorizationUrl(
  endpoint: string,
  client: OAuthClient,
  request: AuthorizationRequest,
  more: Readonly<Record<string, string>>,
): string {
  const url = new URL(endpoint)
  const parameters = {
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: request.returnUrl,
    state: request.state,
    code_challenge: request.codeChallenge,
    code_challenge_method: 'S256',
    ...more,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

export async function exchangeCode(
  endpoint: string,
  client: OAuthClient,
  answer: AuthorizationResponse,
): Promise<string> {
  const form = {
    grant_type: 'authorization_code',
    client_id: client.clientId,
    client_secret: client.clientSecret,
    code: answer.code,
    code_verifier: answer.codeVerifier,
    redirect_uri: answer.returnUrl,
  }
  return (await requestProvider(endpoint, tokenSchema, { form })).access_token
}
