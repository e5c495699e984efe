/** Revokes credentials of an account in a transaction, and prevents requests admitted before from adding new ones. */
import { AppError } from '@filesmith/contract/errors'
import type { CredentialHolder, CredentialKind, RevokedCredentials } from '../ports/credentials.ts'
import { apiKeys, webhookEndpoints } from './api-schema.ts'
import { and, eq, isNotNull, ne, sql } from './drizzle.ts'
import { isOtherDevice } from './known-device-store.ts'
import { accountTokens, identities, knownDevices, recoveryCodes, sessions, users } from './schema.ts'
import type { Transaction } from './usage-counters.ts'

type End = (
  tx: Transaction,
  accountId: string,
  keptSessionId: string | null,
) => Promise<{ rowCount: number | null }>

/** Exhaustive: a new kind of credential does not compile until its revocation is defined here. */
const endAll: Readonly<Record<CredentialKind, End>> = {
  password: (tx, id) =>
    tx
      .update(users)
      .set({ passwordHash: null })
      .where(and(eq(users.id, id), isNotNull(users.passwordHash))),
  session(tx, id, keptSessionId) {
    const isOther = keptSessionId === null ? undefined : ne(sessions.id, keptSessionId)
    return tx.delete(sessions).where(and(eq(sessions.accountId, id), isOther))
  },
  'known-device': (tx, id, keptSessionId) => tx.delete(knownDevices).where(isOtherDevice(id, keptSessionId)),
  link: (tx, id) => tx.delete(accountTokens).where(eq(accountTokens.accountId, id)),
  identity: (tx, id) => tx.delete(identities).where(eq(identities.accountId, id)),
  'api-key': (tx, id) => tx.delete(apiKeys).where(eq(apiKeys.accountId, id)),
  webhook: (tx, id) => tx.delete(webhookEndpoints).where(eq(webhookEndpoints.accountId, id)),
  'two-step': (tx, id) =>
    tx
      .update(users)
      .set({ twoStepSecret: null, twoStepOnAt: null })
      .where(and(eq(users.id, id), isNotNull(users.twoStepSecret))),
  'recovery-code': (tx, id) => tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, id)),
}

/** Returns the kinds of which there were any. */
export async function endCredentials(
  tx: Transaction,
  accountId: string,
  { kinds, keptSessionId }: RevokedCredentials,
): Promise<CredentialKind[]> {
  // First, so that the row is locked before anything else: adding a credential locks it too.
  await tx
    .update(users)
    .set({ credentialVersion: sql`${users.credentialVersion} + 1` })
    .where(eq(users.id, accountId))
  const ended: CredentialKind[] = []
  for (const kind of kinds) {
    const { rowCount } = await endAll[kind](tx, accountId, keptSessionId)
    if (rowCount) ended.push(kind)
  }
  return ended
}

/** Without this lock, a request that was admitted just before a password reset could add a credential just after it. */
export async function lockCredentials(
  tx: Transaction,
  { id, credentialVersion }: CredentialHolder,
  strength: 'share' | 'no key update' = 'share',
): Promise<void> {
  const locked = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.credentialVersion, credentialVersion)))
    .for(strength)
  if (locked.length === 0) throw new AppError('not-signed-in')
}
