/** Limits guessing of passwords and codes: attempts are counted per account and network before they are checked. */
import { createHash } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import type { AttemptCounter, AttemptLimit } from '../../database/attempt-counter.ts'
import type { KnownDevice } from '../../database/known-device-store.ts'
import { describeWait } from '../describe-wait.ts'

export interface AttemptLimits {
  /** Wrong passwords or codes for one account from one network or known device before delays start. */
  readonly perAccount: number
  /** Wrong passwords for one account per hour from all browsers that never signed in to it. */
  readonly newDevicesPerHour: number
  /** Sign-ins from one network per 15 minutes. */
  readonly perNetwork: number
  readonly registrationsPerHour: number
  /** Mails per hour to one address; a network may request ten times as many. */
  readonly mailsPerHour: number
  /** Contact messages per hour from one address; a network may send four times as many. */
  readonly contactsPerHour: number
}

export interface AttemptDeps {
  readonly attempts: AttemptCounter
  readonly attemptLimits: AttemptLimits
}

const quarterSeconds = 15 * 60
const hourSeconds = 60 * 60
const daySeconds = 24 * hourSeconds
const mailsPerNetworkFactor = 10
const contactsPerNetworkFactor = 4
const paymentsPerHour = 60
const minuteSeconds = 60
/** More than a person writes. */
const chatMessagesPerMinute = 20

async function countAttempt(
  deps: AttemptDeps,
  key: string,
  limit: number,
  windowSeconds: number,
): Promise<void> {
  const { count, secondsLeft: retryAfterSeconds } = await deps.attempts.count(key, windowSeconds)
  if (count <= limit) return
  throw new AppError('too-many-attempts', { wait: describeWait(retryAfterSeconds), retryAfterSeconds })
}

/** Hashed, so that names and addresses of failed attempts are not stored. */
function hashName(name: string): string {
  return createHash('sha256').update(normalizeName(name)).digest('base64url')
}

/** As accounts are compared: regardless of case and Unicode composition. */
export function normalizeName(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase()
}

export interface SignInAttempt {
  readonly login: string
  readonly network: string
  /** The browser, if it has signed in to this account before. */
  readonly device: Pick<KnownDevice, 'tokenHash' | 'accountId'> | undefined
}

function backoff(deps: AttemptDeps, key: string): AttemptLimit {
  return {
    kind: 'backoff',
    key,
    freeAttempts: deps.attemptLimits.perAccount,
    firstDelaySeconds: 60,
    maxDelaySeconds: quarterSeconds,
    resetAfterSeconds: daySeconds,
  }
}

const deviceKey = ({ tokenHash, accountId }: Pick<KnownDevice, 'tokenHash' | 'accountId'>) =>
  `${tokenHash}:${accountId}`

/**
 * Reserves an attempt before the password is verified and returns what to release if it is correct. Keys use the login as
 * typed, never the account: unknown names are limited like known ones (user enumeration). A known device is limited only
 * by its own attempts, so that attempts from elsewhere cannot lock out its owner (denial of service).
 */
export async function reserveSignIn(
  deps: AttemptDeps,
  signIn: SignInAttempt,
): Promise<readonly AttemptLimit[]> {
  const { login, network, device } = signIn
  if (device) return reserve(deps, [backoff(deps, `sign-in:device:${deviceKey(device)}`)])
  await countAttempt(deps, `sign-in:network:${network}`, deps.attemptLimits.perNetwork, quarterSeconds)
  const { newDevicesPerHour } = deps.attemptLimits
  return reserve(deps, [
    backoff(deps, `sign-in:pair:${hashName(login)}:${network}`),
    {
      kind: 'bucket',
      key: `sign-in:new-devices:${hashName(login)}`,
      burst: newDevicesPerHour,
      refillSeconds: hourSeconds / newDevicesPerHour,
    },
  ])
}

async function reserve(deps: AttemptDeps, limits: readonly AttemptLimit[]): Promise<readonly AttemptLimit[]> {
  const reservation = await deps.attempts.reserve(limits)
  if (reservation.isAllowed) return limits
  const { refusedBy, retryAfterSeconds } = reservation
  const code = refusedBy.kind === 'bucket' ? 'sign-in-paused' : 'too-many-attempts'
  throw new AppError(code, { wait: describeWait(retryAfterSeconds), retryAfterSeconds })
}

/** Wrong authenticator codes allowed from all new devices together, or from one known device. */
const codesPerDay = 30
const codesPerMonth = 100

export interface CodeAttempt {
  readonly accountId: string
  readonly network: string
  /** The browser, if it has completed both steps of a sign-in to this account before. */
  readonly device: Pick<KnownDevice, 'tokenHash' | 'accountId'> | undefined
  /** A recovery code has 80 random bits and needs no long-term limit; six digits do. */
  readonly isAppCode: boolean
}

export interface ReservedCode {
  readonly limits: readonly AttemptLimit[]
  /** If this code is wrong too, further codes are refused for the rest of the day or month. */
  readonly isLast: boolean
}

export async function reserveCode(deps: AttemptDeps, code: CodeAttempt): Promise<ReservedCode> {
  const { accountId, network, device, isAppCode } = code
  const limits: AttemptLimit[] = [
    backoff(deps, device ? `code:device:${deviceKey(device)}` : `code:pair:${accountId}:${network}`),
  ]
  if (isAppCode) {
    const who = device ? deviceKey(device) : accountId
    limits.push(
      { kind: 'window', key: `code:day:${who}`, maxAttempts: codesPerDay, windowSeconds: daySeconds },
      {
        kind: 'window',
        key: `code:month:${who}`,
        maxAttempts: codesPerMonth,
        windowSeconds: 30 * daySeconds,
      },
    )
  }
  const reservation = await deps.attempts.reserve(limits)
  if (!reservation.isAllowed) {
    const { refusedBy, retryAfterSeconds } = reservation
    const refusal = refusedBy.kind === 'window' ? 'codes-paused' : 'too-many-attempts'
    throw new AppError(refusal, { wait: describeWait(retryAfterSeconds), retryAfterSeconds })
  }
  const isLast = limits.some(
    (limit, index) => limit.kind === 'window' && reservation.counts[index] === limit.maxAttempts,
  )
  return { limits, isLast }
}

/** For a signed-in user who is asked for the password or a first code again. */
export async function limitProofAttempts(deps: AttemptDeps, accountId: string): Promise<void> {
  await countAttempt(deps, `proof:${accountId}`, deps.attemptLimits.perAccount, quarterSeconds)
}

export async function resetProofAttempts(deps: AttemptDeps, accountId: string): Promise<void> {
  await deps.attempts.forget(`proof:${accountId}`)
}

export async function limitRegistrations(deps: AttemptDeps, network: string): Promise<void> {
  await countAttempt(
    deps,
    `register:network:${network}`,
    deps.attemptLimits.registrationsPerHour,
    hourSeconds,
  )
}

/** For invitation and set-up links; their tokens cannot be guessed, so this only limits the load. */
export async function limitLinks(deps: AttemptDeps, network: string): Promise<void> {
  await countAttempt(deps, `link:network:${network}`, deps.attemptLimits.perNetwork, quarterSeconds)
}

/** For invalid API keys. */
export async function limitWrongKeys(deps: AttemptDeps, network: string): Promise<void> {
  await countAttempt(deps, `api-key:network:${network}`, deps.attemptLimits.perNetwork, quarterSeconds)
}

/** Against card testing: starting many payments to find valid stolen cards. */
export async function limitPayments(deps: AttemptDeps, accountId: string): Promise<void> {
  await countAttempt(deps, `payment:${accountId}`, paymentsPerHour, hourSeconds)
}

/** Same limit whether or not an account has the address (user enumeration). */
export async function limitMails(deps: AttemptDeps, email: string, network: string): Promise<void> {
  const { mailsPerHour } = deps.attemptLimits
  await countAttempt(deps, `mail:network:${network}`, mailsPerHour * mailsPerNetworkFactor, hourSeconds)
  await countAttempt(deps, `mail:${hashName(email)}`, mailsPerHour, hourSeconds)
}

export async function limitContacts(deps: AttemptDeps, email: string, network: string): Promise<void> {
  const { contactsPerHour } = deps.attemptLimits
  await countAttempt(
    deps,
    `contact:network:${network}`,
    contactsPerHour * contactsPerNetworkFactor,
    hourSeconds,
  )
  await countAttempt(deps, `contact:${hashName(email)}`, contactsPerHour, hourSeconds)
}

export async function limitChatMessages(deps: AttemptDeps, accountId: string): Promise<void> {
  await countAttempt(deps, `chat:${accountId}`, chatMessagesPerMinute, minuteSeconds)
}
