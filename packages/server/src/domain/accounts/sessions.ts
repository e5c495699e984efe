/** Sessions: created at sign-in with a random token and looked up by its hash with every request. */
import { randomUUID } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import { rememberedDays } from '@filesmith/contract/retention'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { SessionRecord, SessionStore } from '../../ports/session-store.ts'
import { isId } from '../is-id.ts'
import type { KnownDeviceDeps } from './known-devices.ts'
import { hashToken, makeToken } from './make-token.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Limits database writes: `seenAt` is not updated with every request. */
const touchIntervalMs = 5 * 60 * 1000

interface SessionDeps {
  readonly sessions: SessionStore
}

export interface SignedIn {
  readonly account: AccountRecord
  readonly session: SessionRecord
}

export interface NewSession extends SignedIn {
  /** For the cookie only; not stored. */
  readonly token: string
}

/** A browser session expires a day after its last use; a remembered one thirty days after sign-in. */
function sessionEnd(isRemembered: boolean, now: Date): Date {
  return new Date(now.getTime() + (isRemembered ? rememberedDays : 1) * dayMs)
}

export async function beginSession(
  deps: SessionDeps,
  account: AccountRecord,
  how: { readonly isRemembered: boolean; readonly device: string },
): Promise<NewSession> {
  const { token, tokenHash } = makeToken()
  const now = new Date()
  const session: SessionRecord = {
    id: randomUUID(),
    tokenHash,
    accountId: account.id,
    ...how,
    createdAt: now,
    provedAt: now,
    seenAt: now,
    expiresAt: sessionEnd(how.isRemembered, now),
  }
  await deps.sessions.insert(session, account)
  return { account, session, token }
}

export async function findSession(deps: SessionDeps, token: string): Promise<SignedIn | undefined> {
  const now = new Date()
  const found = await deps.sessions.findByToken(hashToken(token), now)
  if (found && now.getTime() - found.session.seenAt.getTime() > touchIntervalMs) {
    const { id, isRemembered, expiresAt } = found.session
    await deps.sessions.touch(id, now, isRemembered ? expiresAt : sessionEnd(false, now))
  }
  return found
}

/** Also forgets the device of the session, because its owner no longer trusts it. */
export async function endSession(
  deps: SessionDeps & KnownDeviceDeps,
  accountId: string,
  sessionId: string,
): Promise<void> {
  const isEnded = isId(sessionId) && (await deps.sessions.remove(sessionId, accountId))
  if (!isEnded) throw new AppError('session-not-found')
  await deps.knownDevices.removeBySession(sessionId, accountId)
}

export async function endOtherSessions(
  deps: SessionDeps & KnownDeviceDeps,
  { account, session }: SignedIn,
): Promise<void> {
  await deps.sessions.removeAll(account.id, session.id)
  await deps.knownDevices.removeAll(account.id, session.id)
}
