/** Sessions of accounts and the devices they are known on. */
import { randomUUID } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import { knownDeviceDays, rememberedDays } from '@filesmith/contract/retention'
import type { AccountRecord } from '../../database/account-store.ts'
import type { KnownDevice, KnownDeviceStore } from '../../database/known-device-store.ts'
import type { SessionRecord, SessionStore } from '../../database/session-store.ts'
import type { Clock } from '../../ports/clock.ts'
import { isId } from '../is-id.ts'
import { hashToken, makeToken } from './make-token.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Limits database writes: `seenAt` is not updated with every request. */
const touchIntervalMs = 5 * 60 * 1000

interface SessionDeps extends Clock {
  readonly sessions: SessionStore
}

export interface SignedIn {
  readonly account: AccountRecord
  readonly session: SessionRecord
  /** Whether a proxy named the user in this request. */
  readonly isByProxy?: boolean
}

interface NewSession extends SignedIn {
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
  const session = newSessionRecord(deps.now(), account, tokenHash, how)
  await deps.sessions.insert(session, account)
  return { account, session, token }
}

export function newSessionRecord(
  now: Date,
  account: AccountRecord,
  tokenHash: string,
  how: { readonly isRemembered: boolean; readonly device: string },
): SessionRecord {
  return {
    id: randomUUID(),
    tokenHash,
    accountId: account.id,
    ...how,
    createdAt: now,
    provedAt: now,
    seenAt: now,
    expiresAt: sessionEnd(how.isRemembered, now),
  }
}

export async function findSession(deps: SessionDeps, token: string): Promise<SignedIn | undefined> {
  const now = deps.now()
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

const maxDevicesPerAccount = 20

interface KnownDeviceDeps extends Clock {
  readonly knownDevices: KnownDeviceStore
}

/** Network and device of a sign-in. */
export interface SignInOrigin {
  readonly network: string
  /** From the cookie that was set when the browser last signed in to any account. */
  readonly deviceToken: string | undefined
}

const unknownAccount = 'unknown'

/**
 * Queries for unknown accounts as well, so that response time does not reveal whether one exists (user enumeration).
 */
export async function findKnownDevice(
  deps: KnownDeviceDeps,
  token: string | undefined,
  accountId: string | undefined,
): Promise<KnownDevice | undefined> {
  if (token === undefined) return undefined
  return deps.knownDevices.find(hashToken(token), accountId ?? unknownAccount, deps.now())
}

/** Call only after a complete sign-in or a password reset by mail. Returns the token for the cookie. */
export async function rememberDevice(
  deps: KnownDeviceDeps,
  accountId: string,
  device: {
    readonly token: string | undefined
    readonly sessionId: string | null
    readonly hasSecondFactor: boolean
  },
): Promise<string> {
  const token = device.token ?? makeToken().token
  const known = await findKnownDevice(deps, token, accountId)
  const now = deps.now()
  const record: KnownDevice = {
    tokenHash: hashToken(token),
    accountId,
    sessionId: device.sessionId,
    secondFactorAt: device.hasSecondFactor ? now : (known?.secondFactorAt ?? null),
    usedAt: now,
    expiresAt: new Date(now.getTime() + knownDeviceDays * dayMs),
  }
  await deps.knownDevices.remember(record, maxDevicesPerAccount)
  return token
}

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/\bcurl\//, 'curl'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (userAgent: string | undefined, names: typeof browsers) =>
  userAgent === undefined ? undefined : names.find(([pattern]) => pattern.test(userAgent))?.[1]

/** Derives a readable device name from the User-Agent header. */
export function describeDevice(userAgent: string | undefined): string {
  const browser = nameIn(userAgent, browsers)
  const system = nameIn(userAgent, systems)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
