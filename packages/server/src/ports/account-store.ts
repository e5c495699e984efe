/** User accounts: profile, credentials, connected identities and plan. */
import type { IdentityProviderId } from '@filesmith/contract/identity-providers'
import type { PlanId } from '@filesmith/contract/plans'
import type { SubscriptionStatus } from '@filesmith/contract/schemas/billing'
import type { NewAuditEntry } from './audit-log.ts'
import type { CredentialHolder, CredentialKind, RevokedCredentials } from './credentials.ts'
import type { TokenPurpose } from './token-store.ts'

export interface AccountRecord {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly emailVerifiedAt: Date | null
  /** Null for an account that has only ever signed in with an identity provider. */
  readonly passwordHash: string | null
  /** Encrypted TOTP secret; required at sign-in once `twoStepOnAt` is set. */
  readonly twoStepSecret: string | null
  readonly twoStepOnAt: Date | null
  /** Incremented whenever credentials are revoked; stale writes are refused. */
  readonly credentialVersion: number
  readonly createdAt: Date
  /** The last plan chosen, even if it has expired. */
  readonly chosenPlan: PlanId
  /** Null for a free plan. */
  readonly planStatus: SubscriptionStatus | null
  /** End of the paid period; null for a plan that does not expire. */
  readonly planPaidUntil: Date | null
  /** When the plan's limits stop applying: end of the paid period plus any grace period. */
  readonly planExpiresAt: Date | null
  /** Operators can view and change the whole installation; null for regular users. */
  readonly operatorSince: Date | null
  /** Granted by an operator without payment; does not expire if `grantedUntil` is null. */
  readonly grantedPlan: PlanId | null
  readonly grantedUntil: Date | null
  /** A suspended account cannot sign in until an operator lifts the suspension. */
  readonly suspendedAt: Date | null
}

export type NewAccount = Pick<
  AccountRecord,
  'id' | 'username' | 'email' | 'emailVerifiedAt' | 'passwordHash' | 'createdAt'
>

export interface Identity {
  readonly provider: IdentityProviderId
  /** The provider's immutable user id (OpenID Connect `sub`). */
  readonly subject: string
  readonly label: string
}

export interface ConnectedIdentity extends Identity {
  readonly connectedAt: Date
}

/** What redeeming an emailed link changes, in one transaction. */
export interface LinkEffect {
  readonly accountId: string
  /** Marked as verified. */
  readonly email: string
  readonly passwordHash?: string
  readonly revoked: RevokedCredentials
}

export interface AccountStore {
  /** Also stores the identity it was created from, if any; false if the username or email address is taken. */
  insert(account: NewAccount, identity?: Identity): Promise<boolean>
  find(id: string): Promise<AccountRecord | undefined>
  /** By username or email address, case-insensitive. */
  findByLogin(login: string): Promise<AccountRecord | undefined>
  findByEmail(email: string): Promise<AccountRecord | undefined>
  findByIdentity(provider: IdentityProviderId, subject: string): Promise<AccountRecord | undefined>
  isUsernameTaken(username: string): Promise<boolean>

  /** False if the username is taken. */
  changeUsername(id: string, username: string): Promise<boolean>
  setPassword(id: string, passwordHash: string, ended: RevokedCredentials): Promise<void>
  /**
   * Consumes the link and returns the credential kinds it revoked; undefined, without changes, if the link is invalid
   * or the address is taken.
   */
  redeemLink(
    link: { readonly tokenHash: string; readonly purpose: TokenPurpose },
    effect: LinkEffect,
    now: Date,
  ): Promise<CredentialKind[] | undefined>
  /** Stores the same password hashed with current parameters. */
  rehashPassword(id: string, passwordHash: string): Promise<void>

  /** Stores the secret; not required at sign-in yet. */
  prepareTwoStep(id: string, sealedSecret: string): Promise<void>
  /** Ends all other sessions, because they were started without a second factor. */
  turnTwoStepOn(id: string, recoveryCodeHashes: readonly string[], keptSessionId: string): Promise<void>
  turnTwoStepOff(id: string): Promise<void>
  replaceRecoveryCodes(id: string, recoveryCodeHashes: readonly string[]): Promise<void>
  countRecoveryCodes(id: string): Promise<number>
  /** True only for the first use, so that a code cannot be replayed. */
  useTimeStep(id: string, timeStep: number): Promise<boolean>
  useRecoveryCode(id: string, codeHash: string): Promise<boolean>

  listIdentities(id: string): Promise<ConnectedIdentity[]>
  /** False if the identity belongs to another account. */
  connect(account: CredentialHolder, identity: Identity): Promise<boolean>
  disconnect(id: string, provider: IdentityProviderId): Promise<boolean>

  /** Deletes the account and all dependent rows; writes an audit entry if an operator did it. */
  remove(id: string, entry?: NewAuditEntry): Promise<void>
}
