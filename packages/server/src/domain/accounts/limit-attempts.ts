/** Stops guessing: tries are counted before they are answered, for the account and for the network they come from. */
import { createHash } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import type { AttemptCounter, AttemptLimit } from '../../ports/attempt-counter.ts'
import type { KnownDevice } from '../../ports/known-device-store.ts'
import { describeWait } from '../describe-wait.ts'

export interface AttemptLimits {
  /** Wrong passwords or codes for one account, from one network or known device, before delays begin. */
  readonly perAccount: number
  /** Wrong passwords for one account in an hour, from all browsers together that never signed in to it. */
  readonly newDevicesPerHour: number
  /** Sign-ins from one network in a quarter of an hour. */
  readonly perNetwork: number
  readonly registrationsPerHour: number
  /** Mails that can be asked for one address in an hour; a network may ask for ten times as many. */
  readonly mailsPerHour: number
  /** Messages to us from one address in an hour; a network may send four times as many. */
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

async function countTry(deps: AttemptDeps, key: string, limit: number, windowSeconds: number): Promise<void> {
  const { count, endsAt } = await deps.attempts.count(key, windowSeconds)
  if (count <= limit) return
  const retryAfterSeconds = Math.max(1, Math.ceil((endsAt.getTime() - Date.now()) / 1000))
  throw new AppError('too-many-attempts', { wait: describeWait(retryAfterSeconds), retryAfterSeconds })
}

/** Neither a name nor an address is kept just because somebody tried it. */
function blind(name: string): string {
  return createHash('sha256').update(name.trim().normalize('NFKC').toLowerCase()).digest('base64url')
}

export interface SignInTry {
  readonly login: string
  readonly network: string
  /** The browser, if it signed in to this account before. */
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
 * Reserves a try before the password is hashed and returns what to release if it is right. Keys are made from the login as
 * it was typed and never from the account: an unknown name is limited like a known one (user enumeration). A known device
 * is limited by its own tries alone, so tries from anywhere else do not delay the owner who uses it.
 */
export async function reserveSignIn(deps: AttemptDeps, signIn: SignInTry): Promise<readonly AttemptLimit[]> {
  const { login, network, device } = signIn
  if (device) return reserve(deps, [backoff(deps, `sign-in:device:${deviceKey(device)}`)])
  await countTry(deps, `sign-in:network:${network}`, deps.attemptLimits.perNetwork, quarterSeconds)
  const { newDevicesPerHour } = deps.attemptLimits
  return reserve(deps, [
    backoff(deps, `sign-in:pair:${blind(login)}:${network}`),
    {
      kind: 'bucket',
      key: `sign-in:new-devices:${blind(login)}`,
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

/** Wrong authenticator codes that are accepted for checking from all new devices together, or from one known device. */
const codesPerDay = 30
const codesPerMonth = 100

export interface CodeTry {
  readonly accountId: string
  readonly network: string
  /** The browser, if it completed both steps of a sign-in to this account before. */
  readonly device: Pick<KnownDevice, 'tokenHash' | 'accountId'> | undefined
  /** A recovery code has 80 random bits and needs no long-term bound; six digits do. */
  readonly isAppCode: boolean
}

export interface ReservedCode {
  readonly limits: readonly AttemptLimit[]
  /** If this code is wrong too, codes are refused for the rest of the day or month. */
  readonly isLast: boolean
}

export async function reserveCode(deps: AttemptDeps, code: CodeTry): Promise<ReservedCode> {
  const { accountId, network, device, isAppCode } = code
  const limits: AttemptLimit[] = [
    backoff(deps, device ? `code:device:${deviceKey(device)}` : `code:pair:${accountId}:${network}`),
  ]
  if (isAppCode) {
    const who = device ? deviceKey(device) : accountId
    limits.push(
      { kind: 'window', key: `code:day:${who}`, tries: codesPerDay, windowSeconds: daySeconds },
      { kind: 'window', key: `code:month:${who}`, tries: codesPerMonth, windowSeconds: 30 * daySeconds },
    )
  }
  const reservation = await deps.attempts.reserve(limits)
  if (!reservation.isAllowed) {
    const { refusedBy, retryAfterSeconds } = reservation
    const refusal = refusedBy.kind === 'window' ? 'codes-paused' : 'too-many-attempts'
    throw new AppError(refusal, { wait: describeWait(retryAfterSeconds), retryAfterSeconds })
  }
  const isLast = limits.some(
    (limit, index) => limit.kind === 'window' && reservation.counts[index] === limit.tries,
  )
  return { limits, isLast }
}

/** For a user who is signed in and is asked for the password or a first code once more. */
export async function limitProofs(deps: AttemptDeps, accountId: string): Promise<void> {
  await countTry(deps, `proof:${accountId}`, deps.attemptLimits.perAccount, quarterSeconds)
}

export async function forgiveProofs(deps: AttemptDeps, accountId: string): Promise<void> {
  await deps.attempts.forget(`proof:${accountId}`)
}

export async function limitRegistrations(deps: AttemptDeps, network: string): Promise<void> {
  await countTry(deps, `register:network:${network}`, deps.attemptLimits.registrationsPerHour, hourSeconds)
}

/** Keys of the API that nobody has. */
export async function limitWrongKeys(deps: AttemptDeps, network: string): Promise<void> {
  await countTry(deps, `api-key:network:${network}`, deps.attemptLimits.perNetwork, quarterSeconds)
}

/** Beginning payments over and over is how stolen cards are tried out. */
export async function limitPayments(deps: AttemptDeps, accountId: string): Promise<void> {
  await countTry(deps, `payment:${accountId}`, paymentsPerHour, hourSeconds)
}

/** Known or not, an address is refused alike. */
export async function limitMails(deps: AttemptDeps, email: string, network: string): Promise<void> {
  const { mailsPerHour } = deps.attemptLimits
  await countTry(deps, `mail:network:${network}`, mailsPerHour * mailsPerNetworkFactor, hourSeconds)
  await countTry(deps, `mail:${blind(email)}`, mailsPerHour, hourSeconds)
}

export async function limitContacts(deps: AttemptDeps, email: string, network: string): Promise<void> {
  const { contactsPerHour } = deps.attemptLimits
  await countTry(deps, `contact:network:${network}`, contactsPerHour * contactsPerNetworkFactor, hourSeconds)
  await countTry(deps, `contact:${blind(email)}`, contactsPerHour, hourSeconds)
}
