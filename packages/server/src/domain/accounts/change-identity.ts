/** Another username, or another address; an address counts once its owner has opened the link sent to it. */
import { AppError } from '@filesmith/contract/errors'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { AccountDeps } from './account-deps.ts'
import { limitMails } from './limit-attempts.ts'
import { hashToken } from './make-token.ts'
import { provePassword } from './prove-password.ts'

export async function changeUsername(
  deps: AccountDeps,
  account: AccountRecord,
  request: { readonly username: string; readonly password: string },
): Promise<AccountRecord> {
  await provePassword(deps, account, request.password)
  if (!(await deps.accounts.changeUsername(account.id, request.username)))
    throw new AppError('username-taken')
  return { ...account, username: request.username }
}

export async function requestEmailChange(
  deps: AccountDeps,
  account: AccountRecord,
  request: { readonly email: string; readonly password: string; readonly network: string },
): Promise<void> {
  await provePassword(deps, account, request.password)
  await limitMails(deps, request.email, request.network)
  const owner = await deps.accounts.findByEmail(request.email)
  // An address that belongs to somebody else is answered like any other: no account is given away.
  if (owner && owner.id !== account.id) return
  await deps.mails.add({ kind: 'verify-email', accountId: account.id, email: request.email })
}

export async function requestEmailLink(
  deps: AccountDeps,
  account: AccountRecord,
  network: string,
): Promise<void> {
  await limitMails(deps, account.email, network)
  if (account.emailVerifiedAt === null)
    await deps.mails.add({ kind: 'verify-email', accountId: account.id, email: account.email })
}

export async function verifyEmail(deps: AccountDeps, token: string): Promise<void> {
  const link = await deps.tokens.take(hashToken(token), 'verify-email', new Date())
  const account = link && (await deps.accounts.find(link.accountId))
  if (!account || !link.detail) throw new AppError('link-invalid')
  if (!(await deps.accounts.confirmEmail(account.id, link.detail))) throw new AppError('link-invalid')
  if (link.detail !== account.email) {
    const { email, username } = account
    await deps.mails.add({ kind: 'notice', notice: 'email-changed', email, username })
  }
}
