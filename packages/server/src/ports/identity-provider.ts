/** External identity provider, used through OAuth 2 with PKCE. */

export interface ProvenIdentity {
  readonly subject: string
  readonly email: string
  /** Whether the provider itself verified that the address belongs to this person. */
  readonly isEmailVerified: boolean
  /** Name that the username is derived from. */
  readonly name: string
  /** What the person will recognize it by: an email address or login. */
  readonly label: string
  /** Groups of the person at the provider, if it reports them. */
  readonly groups?: readonly string[]
}

export interface AuthorizationRequest {
  readonly state: string
  /** For providers that include it in the signed ID token (OpenID Connect). */
  readonly nonce: string
  readonly codeChallenge: string
  readonly returnUrl: string
  /** Asks the provider to ignore its own session (`prompt=login`); GitHub and Google do not support this. */
  readonly mustSignInAgain?: boolean
}

export interface AuthorizationResponse {
  readonly code: string
  /** The `iss` parameter (RFC 9207), if the provider sends one. */
  readonly issuer: string | undefined
  readonly nonce: string
  readonly codeVerifier: string
  readonly returnUrl: string
  /** If the provider reports when the person signed in (`auth_time`), it must not be earlier. */
  readonly signedInAfter?: Date
}

export interface IdentityProvider {
  /** Display name. */
  readonly label: string
  /** The authorization URL the browser is redirected to. */
  authorizationUrl(request: AuthorizationRequest): Promise<string>
  /** Throws `provider-failed` if the provider returns an unexpected response. */
  identify(response: AuthorizationResponse): Promise<ProvenIdentity>
  /** URL that ends the session at the provider as well; undefined if that is disabled or not supported. */
  signOutUrl?(returnUrl: string): Promise<string | undefined>
}
