/** Accounts: who somebody is, how they come in, and on which plan they are. */
import type { IdentityProviderId } from '@filesmith/contract/identity-providers'
import type { PlanId } from '@filesmith/contract/plans'
import type { SubscriptionStatus } from '@filesmith/contract/schemas/billing'
import type { NewAuditEntry } from './audit-log.ts'
import type { CredentialHolder, CredentialKind, EndedCredentials } from './credentials.ts'
import type { TokenPurpose } from './token-store.ts'

export interface AccountRecord {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly emailVerifiedAt: Date | null
  /** Null for somebody who only ever came in through somebody else. */
  readonly passwordHash: string | null
  /** Sealed; in force once two-step sign-in is on. */
  readonly twoStepSecret: string | null
  readonly twoStepOnAt: Date | null
  /** Changes whenever credentials are ended together. */
  readonly credentialVersion: number
  readonly createdAt: Date
  /** The plan that was chosen last, also when its time is over. */
  readonly chosenPlan: PlanId
  /** Null for a plan that nobody pays for. */
  readonly planStatus: SubscriptionStatus | null
  /** What was paid for ends here; null for a plan without an end. */
  readonly planPaidUntil: Date | null
  /** When its limits stop to hold: with days of grace, where there are any. */
  readonly planExpiresAt: Date | null
  /** Since when they may see and change the whole installation; null for nearly everybody. */
  readonly operatorSince: Date | null
  /** Given by an operator, without payment; without an end where `grantedUntil` is null. */
  readonly grantedPlan: PlanId | null
  readonly grantedUntil: Date | null
  /** Cannot come in any more until an operator says otherwise. */
  readonly suspendedAt: Date | null
}

export type NewAccount = Pick<
  AccountRecord,
  'id' | 'username' | 'email' | 'emailVerifiedAt' | 'passwordHash' | 'createdAt'
>

export interface Identity {
  readonly provider: IdentityProviderId
  /** What the provider calls this person, for ever. */
  readonly subject: string
  readonly label: string
}

export interface ConnectedIdentity extends Identity {
  readonly connectedAt: Date
}

/** What opening a link from a mail changes, all of it or nothing. */
export interface LinkEffect {
  readonly accountId: string
  /** Confirmed from now on. */
  readonly email: string
  readonly passwordHash?: string
  readonly ended: EndedCredentials
}

export interface AccountStore {
  /** With the identity it came by, if any; false when the username or the address is taken. */
  insert(account: NewAccount, identity?: Identity): Promise<boolean>
  find(id: string): Promise<AccountRecord | undefined>
  /** By username or address, whatever their case. */
  findByLogin(login: string): Promise<AccountRecord | undefined>
  findByEmail(email: string): Promise<AccountRecord | undefined>
  findByIdentity(provider: IdentityProviderId, subject: string): Promise<AccountRecord | undefined>
  isUsernameTaken(username: string): Promise<boolean>

  /** False when it is taken. */
  changeUsername(id: string, username: string): Promise<boolean>
  setPassword(id: string, passwordHash: string, ended: EndedCredentials): Promise<void>
  /** Uses up the link and answers which kinds it ended; undefined, and no change, when it is not valid or the address is taken. */
  redeemLink(
    link: { readonly tokenHash: string; readonly purpose: TokenPurpose },
    effect: LinkEffect,
    now: Date,
  ): Promise<CredentialKind[] | undefined>
  /** A newer hash of the same password. */
  rehashPassword(id: string, passwordHash: string): Promise<void>

  /** Remembered, but not in force yet. */
  prepareTwoStep(id: string, sealedSecret: string): Promise<void>
  /** Ends every session but one: those were begun without a second factor. */
  turnTwoStepOn(id: string, recoveryCodeHashes: readonly string[], keptSessionId: string): Promise<void>
  turnTwoStepOff(id: string): Promise<void>
  replaceRecoveryCodes(id: string, recoveryCodeHashes: readonly string[]): Promise<void>
  countRecoveryCodes(id: string): Promise<number>
  /** True for the first who uses it, for all others false. */
  useTimeStep(id: string, timeStep: number): Promise<boolean>
  useRecoveryCode(id: string, codeHash: string): Promise<boolean>

  listIdentities(id: string): Promise<ConnectedIdentity[]>
  /** False when it belongs to somebody else. */
  connect(account: CredentialHolder, identity: Identity): Promise<boolean>
  disconnect(id: string, provider: IdentityProviderId): Promise<boolean>

  /** Forgets the account and all that hangs on it in the database; says so in the audit log where an operator did it. */
  remove(id: string, entry?: NewAuditEntry): Promise<void>
}
