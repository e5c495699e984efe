/** Two-step sign-in: codes of an authenticator app (TOTP) and recovery codes. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import { productName } from '@filesmith/contract/product-name'
import type { AccountRecord } from '../../database/account-store.ts'
import type { MailNotice } from '../../ports/mail.ts'
import type { AccountDeps } from './accounts.ts'
import { requireProof } from './fresh-proof.ts'
import { limitProofAttempts, reserveCode, resetProofAttempts } from './limit-attempts.ts'
import { hashToken } from './make-token.ts'
import { findKnownDevice, type SignedIn, type SignInOrigin } from './sessions.ts'

const recoveryCodeCount = 10
const recoveryCodeBytes = 10

export async function beginTwoStep(
  deps: AccountDeps,
  signedIn: SignedIn,
  password: string | undefined,
): Promise<{ secret: string; otpauthUrl: string }> {
  const { account } = signedIn
  await requireProof(deps, signedIn, password)
  if (account.twoStepOnAt !== null) throw new AppError('two-step-already-on')
  const secret = makeTotpSecret()
  await deps.accounts.prepareTwoStep(account.id, deps.secretBox.seal(secret))
  return { secret, otpauthUrl: otpauthUrl(secret, productName, account.username) }
}

/** Takes effect immediately: all other sessions end, because they were started without a second factor. */
export async function confirmTwoStep(
  deps: AccountDeps,
  { account, session }: SignedIn,
  code: string,
): Promise<string[]> {
  if (account.twoStepOnAt !== null) throw new AppError('two-step-already-on')
  if (account.twoStepSecret === null) throw new AppError('two-step-off')
  await limitProofAttempts(deps, account.id)
  if (!(await isValidAppCode(deps, account, code))) throw new AppError('wrong-code')
  await resetProofAttempts(deps, account.id)
  const codes = makeRecoveryCodes()
  await deps.accounts.turnTwoStepOn(account.id, codes.map(hashRecoveryCode), session.id)
  await notify(deps, account, 'two-step-on')
  return codes
}

export async function turnTwoStepOff(
  deps: AccountDeps,
  signedIn: SignedIn,
  password: string | undefined,
): Promise<void> {
  const { account } = signedIn
  await requireProof(deps, signedIn, password)
  if (account.twoStepOnAt === null) throw new AppError('two-step-off')
  await deps.accounts.turnTwoStepOff(account.id)
  await notify(deps, account, 'two-step-off')
}

export async function renewRecoveryCodes(
  deps: AccountDeps,
  signedIn: SignedIn,
  password: string | undefined,
): Promise<string[]> {
  const { account } = signedIn
  await requireProof(deps, signedIn, password)
  if (account.twoStepOnAt === null) throw new AppError('two-step-off')
  const codes = makeRecoveryCodes()
  await deps.accounts.replaceRecoveryCodes(account.id, codes.map(hashRecoveryCode))
  await notify(deps, account, 'recovery-codes-renewed')
  return codes
}

/** Accepts an app code or a recovery code; each works once. */
export async function proveByCode(
  deps: AccountDeps,
  account: AccountRecord,
  code: string,
  { network, deviceToken }: SignInOrigin,
): Promise<void> {
  const known = await findKnownDevice(deps, deviceToken, account.id)
  // A password reset by mail also makes a device known; that must not grant a new budget of codes.
  const device = known?.secondFactorAt ? known : undefined
  const isAppCode = /^\d{6}$/.test(code.replace(/\s/g, ''))
  const reserved = await reserveCode(deps, { accountId: account.id, network, device, isAppCode })
  const isCorrect = isAppCode
    ? await isValidAppCode(deps, account, code)
    : await deps.accounts.useRecoveryCode(account.id, hashRecoveryCode(code))
  if (!isCorrect) {
    if (reserved.isLast) await notify(deps, account, 'codes-paused')
    throw new AppError('wrong-code')
  }
  await deps.attempts.release(reserved.limits)
  if (!isAppCode) await reportRecoveryCode(deps, account)
}

async function reportRecoveryCode(deps: AccountDeps, { id, email, username }: AccountRecord): Promise<void> {
  const codesLeft = await deps.accounts.countRecoveryCodes(id)
  await deps.mails.add({ kind: 'recovery-code-used', email, username, codesLeft })
}

async function isValidAppCode(deps: AccountDeps, account: AccountRecord, code: string): Promise<boolean> {
  if (account.twoStepSecret === null) return false
  const secret = deps.secretBox.open(account.twoStepSecret)
  const timeStep = findTimeStep(secret, code.replace(/\s/g, ''), deps.now())
  return timeStep !== undefined && deps.accounts.useTimeStep(account.id, timeStep)
}

function makeRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const letters = toBase32(randomBytes(recoveryCodeBytes)).toLowerCase()
    return letters.match(/.{4}/g)?.join('-') ?? letters
  })
}

/** Typed by hand: case, spaces and dashes are ignored. */
function hashRecoveryCode(code: string): string {
  return hashToken(code.toLowerCase().replace(/[^a-z2-7]/g, ''))
}

async function notify(deps: AccountDeps, account: AccountRecord, notice: MailNotice): Promise<void> {
  const { email, username } = account
  await deps.mails.add({ kind: 'notice', notice, email, username })
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const secretBytes = 20
const digits = 6
const stepSeconds = 30
/** Tolerates clock drift and slow typing. */
const toleratedSteps = 1

export function makeTotpSecret(): string {
  return toBase32(randomBytes(secretBytes))
}

export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map(group => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map(letter => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map(byte => Number.parseInt(byte, 2)))
}

export function totpCode(secret: string, timeStep: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(timeStep))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0x0f
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

export function timeStepAt(now: Date): number {
  return Math.floor(now.getTime() / 1000 / stepSeconds)
}

/** The time step a code belongs to; undefined if it is not valid around `now`. */
export function findTimeStep(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const current = timeStepAt(now)
  for (let step = current - toleratedSteps; step <= current + toleratedSteps; step++) {
    if (timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code))) return step
  }
  return undefined
}

export function otpauthUrl(secret: string, issuer: string, username: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(username)}`
  const query = `secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`
  return `otpauth://totp/${label}?${query}`
}
