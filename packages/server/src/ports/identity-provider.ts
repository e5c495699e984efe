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

export interface IdentityProvider {
  /** Where the browser is sent. */
  authorizationUrl(request: { state: string; codeChallenge: string; returnUrl: string }): Promise<string>
  /** Throws `provider-failed` when the provider does not answer as it should. */
  identify(answer: { code: string; codeVerifier: string; returnUrl: string }): Promise<ProvenIdentity>
}
