/** Two-step sign-in: an authenticator app, and codes on paper for the day the phone is gone. */
import { randomBytes } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import { productName } from '@filesmith/contract/product-name'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { MailNotice } from '../../ports/mail.ts'
import type { AccountDeps } from './account-deps.ts'
import { requireProof } from './fresh-proof.ts'
import { findKnownDevice, type SignInOrigin } from './known-devices.ts'
import { forgiveProofs, limitProofs, reserveCode } from './limit-attempts.ts'
import { hashToken } from './make-token.ts'
import type { SignedIn } from './sessions.ts'
import { findTimeStep, makeTotpSecret, otpauthUrl, toBase32 } from './totp.ts'

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

/** In force from now on: sessions that began without a second factor end, except the one that asks. */
export async function confirmTwoStep(
  deps: AccountDeps,
  { account, session }: SignedIn,
  code: string,
): Promise<string[]> {
  if (account.twoStepOnAt !== null) throw new AppError('two-step-already-on')
  if (account.twoStepSecret === null) throw new AppError('two-step-off')
  await limitProofs(deps, account.id)
  if (!(await isRightAppCode(deps, account, code))) throw new AppError('wrong-code')
  await forgiveProofs(deps, account.id)
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

/** A code of the app or one from the paper; each works once. */
export async function proveByCode(
  deps: AccountDeps,
  account: AccountRecord,
  code: string,
  { network, deviceToken }: SignInOrigin,
): Promise<void> {
  const known = await findKnownDevice(deps, deviceToken, account.id)
  // A password reset by mail makes a device known as well; that must not give a new budget of codes.
  const device = known?.secondFactorAt ? known : undefined
  const isAppCode = /^\d{6}$/.test(code.replace(/\s/g, ''))
  const reserved = await reserveCode(deps, { accountId: account.id, network, device, isAppCode })
  const isRight = isAppCode
    ? await isRightAppCode(deps, account, code)
    : await deps.accounts.useRecoveryCode(account.id, hashRecoveryCode(code))
  if (!isRight) {
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

async function isRightAppCode(deps: AccountDeps, account: AccountRecord, code: string): Promise<boolean> {
  if (account.twoStepSecret === null) return false
  const secret = deps.secretBox.open(account.twoStepSecret)
  const timeStep = findTimeStep(secret, code.replace(/\s/g, ''), new Date())
  return timeStep !== undefined && deps.accounts.useTimeStep(account.id, timeStep)
}

function makeRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const letters = toBase32(randomBytes(recoveryCodeBytes)).toLowerCase()
    return letters.match(/.{4}/g)?.join('-') ?? letters
  })
}

/** Typed from paper: case, spaces and dashes do not matter. */
function hashRecoveryCode(code: string): string {
  return hashToken(code.toLowerCase().replace(/[^a-z2-7]/g, ''))
}

async function notify(deps: AccountDeps, account: AccountRecord, notice: MailNotice): Promise<void> {
  const { email, username } = account
  await deps.mails.add({ kind: 'notice', notice, email, username })
}
