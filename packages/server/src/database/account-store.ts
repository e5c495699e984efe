/** User accounts: profile, credentials, connected identities and plan. Dependent rows are deleted by foreign keys. */
import type { IdentityProviderId } from '@filesmith/contract/identity-providers'
import type { OfferedPlanId, PlanId } from '@filesmith/contract/plans'
import type { SubscriptionStatus } from '@filesmith/contract/schemas/billing'
import type { CredentialHolder, CredentialKind, RevokedCredentials } from '../ports/credentials.ts'
import { addAuditEntries, type NewAuditEntry } from './audit-log.ts'
import { subscriptions } from './billing-schema.ts'
import { lockBilling } from './billing-transaction.ts'
import type { Database } from './database.ts'
import { and, count, eq, getTableColumns, gt, lt, type NodePgDatabase, or } from './drizzle.ts'
import { endCredentials, lockCredentials } from './end-credentials.ts'
import { falseIfTaken } from './false-if-taken.ts'
import { acceptInvitation } from './invitation-store.ts'
import { receipts } from './receipt-schema.ts'
import type { TokenPurpose } from './schema.ts'
import {
  accountTokens,
  adImpressions,
  conversions,
  identities,
  recoveryCodes,
  uploads,
  usageCounters,
  users,
} from './schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

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
  /** The plan of every account of a private instance; undefined in a public one. */
  readonly instancePlan?: PlanId | undefined
  /** The last plan chosen, even if it has expired. */
  readonly chosenPlan: OfferedPlanId
  /** Null for a free plan. */
  readonly planStatus: SubscriptionStatus | null
  /** End of the paid period; null for a plan that does not expire. */
  readonly planPaidUntil: Date | null
  /** When the plan's limits stop applying: end of the paid period plus any grace period. */
  readonly planExpiresAt: Date | null
  /** Operators can view and change the whole installation; null for regular users. */
  readonly operatorSince: Date | null
  /** The same by a group of the directory. */
  readonly groupOperatorSince: Date | null
  /** Granted by an operator without payment; does not expire if `grantedUntil` is null. */
  readonly grantedPlan: OfferedPlanId | null
  readonly grantedUntil: Date | null
  /** Given by a group of the directory. */
  readonly groupPlan: OfferedPlanId | null
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

interface ConnectedIdentity extends Identity {
  readonly connectedAt: Date
}

/** What redeeming an emailed link changes, in one transaction. */
interface LinkEffect {
  readonly accountId: string
  /** Marked as verified. */
  readonly email: string
  readonly passwordHash?: string
  readonly revoked: RevokedCredentials
}

type Transaction = Pick<NodePgDatabase, 'insert' | 'delete' | 'update'>

export type AccountStore = ReturnType<typeof createAccountStore>

/** Accounts in PostgreSQL. Dependent rows are deleted by foreign keys. */
export function createAccountStore({ orm, instancePlan }: Database) {
  async function findWhere(condition: Parameters<ReturnType<typeof selectAccounts>['where']>[0]) {
    const [row] = await selectAccounts(orm).where(condition)
    return row && toAccount(row, instancePlan)
  }

  async function writeRecoveryCodes(tx: Transaction, accountId: string, hashes: readonly string[]) {
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId))
    if (hashes.length > 0)
      await tx.insert(recoveryCodes).values(hashes.map(codeHash => ({ accountId, codeHash })))
  }

  return withDatabaseErrors({
    /**
     * Also stores the identity it was created from and consumes the invitation, if any; false if the username or email
     * address is taken.
     */
    insert(
      account: NewAccount,
      {
        identity,
        invitationHash,
        entry,
      }: {
        readonly identity?: Identity
        readonly invitationHash?: string | undefined
        readonly entry?: NewAuditEntry
      } = {},
    ): Promise<boolean> {
      return falseIfTaken(() =>
        orm.transaction(async tx => {
          const keys = { usernameKey: toKey(account.username), emailKey: toKey(account.email) }
          await tx.insert(users).values({ ...account, ...keys })
          if (identity)
            await tx
              .insert(identities)
              .values({ ...identity, accountId: account.id, connectedAt: account.createdAt })
          if (invitationHash !== undefined) await acceptInvitation(tx, invitationHash, account)
          if (entry) await addAuditEntries(tx, [entry])
        }),
      )
    },

    find: (id: string): Promise<AccountRecord | undefined> => findWhere(eq(users.id, id)),

    /** By username or email address, case-insensitive. */
    findByLogin: (login: string): Promise<AccountRecord | undefined> =>
      findWhere(or(eq(users.usernameKey, toKey(login)), eq(users.emailKey, toKey(login)))),

    findByEmail: (email: string): Promise<AccountRecord | undefined> =>
      findWhere(eq(users.emailKey, toKey(email))),

    async findByIdentity(provider: IdentityProviderId, subject: string): Promise<AccountRecord | undefined> {
      const [identity] = await orm
        .select({ accountId: identities.accountId })
        .from(identities)
        .where(and(eq(identities.provider, provider), eq(identities.subject, subject)))
      return identity && findWhere(eq(users.id, identity.accountId))
    },

    async isUsernameTaken(username: string): Promise<boolean> {
      const [row] = await orm
        .select({ id: users.id })
        .from(users)
        .where(eq(users.usernameKey, toKey(username)))
      return row !== undefined
    },

    /** False if the username is taken. */
    changeUsername(id: string, username: string): Promise<boolean> {
      return falseIfTaken(async () => {
        await orm
          .update(users)
          .set({ username, usernameKey: toKey(username) })
          .where(eq(users.id, id))
      })
    },

    async setPassword(id: string, passwordHash: string, ended: RevokedCredentials): Promise<void> {
      await orm.transaction(async tx => {
        await endCredentials(tx, id, ended)
        await tx.update(users).set({ passwordHash }).where(eq(users.id, id))
      })
    },

    /**
     * Consumes the link and returns the credential kinds it revoked; undefined, without changes, if the link is invalid
     * or the address is taken.
     */
    async redeemLink(
      { tokenHash, purpose }: { readonly tokenHash: string; readonly purpose: TokenPurpose },
      { accountId: id, email, passwordHash, revoked: ended }: LinkEffect,
      now: Date,
    ): Promise<CredentialKind[] | undefined> {
      let endedKinds: CredentialKind[] | undefined
      const isFree = await falseIfTaken(() =>
        orm.transaction(async tx => {
          // Locks the account before the link: two links of one account opened at once would otherwise deadlock.
          await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update')
          const used = await tx
            .delete(accountTokens)
            .where(
              and(
                eq(accountTokens.tokenHash, tokenHash),
                eq(accountTokens.accountId, id),
                eq(accountTokens.purpose, purpose),
                gt(accountTokens.expiresAt, now),
              ),
            )
            .returning()
          if (used.length === 0) return
          endedKinds = await endCredentials(tx, id, ended)
          // After the revocation, which deletes all tokens of the account.
          if (purpose === 'verify-email')
            await tx
              .insert(accountTokens)
              .values(used.map(token => ({ ...token, purpose: 'verified-email' as const })))
          const password = passwordHash === undefined ? {} : { passwordHash }
          await tx
            .update(users)
            .set({ email, emailKey: toKey(email), emailVerifiedAt: now, ...password })
            .where(eq(users.id, id))
        }),
      )
      return isFree ? endedKinds : undefined
    },

    /** Stores the same password hashed with current parameters. */
    async rehashPassword(id: string, passwordHash: string): Promise<void> {
      await orm.update(users).set({ passwordHash }).where(eq(users.id, id))
    },

    /** Stores the secret; not required at sign-in yet. */
    async prepareTwoStep(id: string, twoStepSecret: string): Promise<void> {
      await orm.update(users).set({ twoStepSecret, twoStepOnAt: null }).where(eq(users.id, id))
    },

    /** Ends all other sessions, because they were started without a second factor. */
    async turnTwoStepOn(
      id: string,
      recoveryCodeHashes: readonly string[],
      keptSessionId: string,
    ): Promise<void> {
      await orm.transaction(async tx => {
        await tx.update(users).set({ twoStepOnAt: new Date() }).where(eq(users.id, id))
        await endCredentials(tx, id, { kinds: ['session'], keptSessionId })
        await writeRecoveryCodes(tx, id, recoveryCodeHashes)
      })
    },

    async turnTwoStepOff(id: string): Promise<void> {
      await orm.transaction(async tx => {
        await tx.update(users).set({ twoStepSecret: null, twoStepOnAt: null }).where(eq(users.id, id))
        await writeRecoveryCodes(tx, id, [])
      })
    },

    async replaceRecoveryCodes(id: string, recoveryCodeHashes: readonly string[]): Promise<void> {
      await orm.transaction(tx => writeRecoveryCodes(tx, id, recoveryCodeHashes))
    },

    async countRecoveryCodes(id: string): Promise<number> {
      const [row] = await orm
        .select({ count: count() })
        .from(recoveryCodes)
        .where(eq(recoveryCodes.accountId, id))
      return row?.count ?? 0
    },

    /** True only for the first use, so that a code cannot be replayed. */
    async useTimeStep(id: string, timeStep: number): Promise<boolean> {
      const used = await orm
        .update(users)
        .set({ twoStepUsed: timeStep })
        .where(and(eq(users.id, id), lt(users.twoStepUsed, timeStep)))
        .returning({ id: users.id })
      return used.length > 0
    },

    async useRecoveryCode(id: string, codeHash: string): Promise<boolean> {
      const used = await orm
        .delete(recoveryCodes)
        .where(and(eq(recoveryCodes.accountId, id), eq(recoveryCodes.codeHash, codeHash)))
        .returning({ id: recoveryCodes.accountId })
      return used.length > 0
    },

    async listIdentities(id: string): Promise<ConnectedIdentity[]> {
      const rows = await orm.select().from(identities).where(eq(identities.accountId, id))
      return rows.map(({ accountId, ...identity }) => identity)
    },

    /** False if the identity belongs to another account. */
    connect(account: CredentialHolder, identity: Identity): Promise<boolean> {
      return falseIfTaken(() =>
        orm.transaction(async tx => {
          await lockCredentials(tx, account)
          await tx.insert(identities).values({ ...identity, accountId: account.id, connectedAt: new Date() })
        }),
      )
    },

    async disconnect(id: string, provider: IdentityProviderId): Promise<boolean> {
      const removed = await orm
        .delete(identities)
        .where(and(eq(identities.accountId, id), eq(identities.provider, provider)))
        .returning({ provider: identities.provider })
      return removed.length > 0
    },

    /** Deletes the account and all dependent rows; writes an audit entry if an operator did it. */
    async remove(id: string, entry?: NewAuditEntry): Promise<void> {
      await orm.transaction(async tx => {
        // A payment event that arrives at the same time would otherwise deadlock with it.
        await lockBilling(tx, id)
        await tx.delete(conversions).where(eq(conversions.ownerId, id))
        await tx.delete(uploads).where(eq(uploads.ownerId, id))
        await tx.delete(receipts).where(eq(receipts.ownerId, id))
        await tx.delete(usageCounters).where(eq(usageCounters.holder, id))
        await tx.update(adImpressions).set({ ownerId: null }).where(eq(adImpressions.ownerId, id))
        await tx.delete(users).where(eq(users.id, id))
        if (entry) await addAuditEntries(tx, [entry])
      })
    },
  })
}

const { usernameKey, emailKey, twoStepUsed, ...userColumns } = getTableColumns(users)

export const accountColumns = {
  ...userColumns,
  plan: subscriptions.plan,
  planStatus: subscriptions.status,
  planPaidUntil: subscriptions.expiresAt,
  planAccessUntil: subscriptions.accessUntil,
}

export function selectAccounts(orm: NodePgDatabase) {
  return orm
    .select(accountColumns)
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.accountId, users.id))
    .$dynamic()
}

type AccountRow = Awaited<ReturnType<typeof selectAccounts>>[number]

export function toAccount(
  { plan, planAccessUntil, ...row }: AccountRow,
  instancePlan: PlanId | undefined,
): AccountRecord {
  return {
    ...row,
    instancePlan,
    chosenPlan: plan ?? 'free',
    planExpiresAt: planAccessUntil ?? row.planPaidUntil,
  }
}

/** Names that differ only in case or Unicode composition are the same (prevents lookalike accounts). */
export function toKey(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase()
}
