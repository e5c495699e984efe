/** Somebody else who knows who a person is, asked by OAuth 2 with PKCE. */

export interface ProvenIdentity {
  readonly subject: string
  readonly email: string
  /** Whether the provider itself has confirmed that the address belongs to this person. */
  readonly isEmailVerified: boolean
  /** A name to make a username of. */
  readonly name: string
  /** What the person will recognise it by: an address or a login. */
  readonly label: string
}

export interface AuthorizationRequest {
  readonly state: string
  /** For providers that put it into what they sign. */
  readonly nonce: string
  readonly codeChallenge: string
  readonly returnUrl: string
  /** Asks the provider not to rely on a session it still has; GitHub and Google cannot be asked. */
  readonly mustSignInAgain?: boolean
}

export interface AuthorizationAnswer {
  readonly code: string
  /** Who says to have answered, where they say so. */
  readonly issuer: string | undefined
  readonly nonce: string
  readonly codeVerifier: string
  readonly returnUrl: string
  /** A provider that says when the person signed in must not name an earlier time. */
  readonly signedInAfter?: Date
}

export interface IdentityProvider {
  /** What people call it. */
  readonly label: string
  /** Where the browser is sent. */
  authorizationUrl(request: AuthorizationRequest): Promise<string>
  /** Throws `provider-failed` when the provider does not answer as it should. */
  identify(answer: AuthorizationAnswer): Promise<ProvenIdentity>
  /** Where the browser signs out over there as well; undefined where that is not wanted, or not offered. */
  signOutUrl?(returnUrl: string): Promise<string | undefined>
}
