/** Stops guessing: tries are counted before they are answered, for the account and for the network they come from. */
import { createHash } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import type { AttemptCounter } from '../../ports/attempt-counter.ts'
import { describeWait } from '../describe-wait.ts'

export interface AttemptLimits {
  /** Wrong passwords or codes for one account in a quarter of an hour. */
  readonly perAccount: number
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

export async function limitSignIns(deps: AttemptDeps, login: string, network: string): Promise<void> {
  await countTry(deps, `sign-in:network:${network}`, deps.attemptLimits.perNetwork, quarterSeconds)
  await countTry(deps, `sign-in:${blind(login)}`, deps.attemptLimits.perAccount, quarterSeconds)
}

/** The password was right: earlier mistakes are forgiven. */
export async function forgiveSignIns(deps: AttemptDeps, login: string): Promise<void> {
  await deps.attempts.forget(`sign-in:${blind(login)}`)
}

/** For somebody who is signed in, or half: asked for the password or a code once more. */
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
