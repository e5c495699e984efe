/** Creates an account. The error says that the username or address is taken, but not which one (user enumeration). */
import { randomUUID } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import { isGuessable } from '@filesmith/contract/password-strength'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { AccountDeps } from './account-deps.ts'
import { limitRegistrations } from './limit-attempts.ts'

export interface Registration {
  readonly username: string
  readonly email: string
  readonly password: string
  readonly network: string
}

export function newAccountId(): string {
  return `u_${randomUUID()}`
}

export async function register(deps: AccountDeps, request: Registration): Promise<AccountRecord> {
  const { username, email, password } = request
  await limitRegistrations(deps, request.network)
  if (isGuessable(password, { username, email })) throw new AppError('password-guessable')
  const id = newAccountId()
  const isNew = await deps.accounts.insert({
    id,
    username,
    email,
    emailVerifiedAt: null,
    // Always hash, so that response time does not reveal whether the account exists (user enumeration).
    passwordHash: await deps.passwords.hash(password),
    createdAt: new Date(),
  })
  if (!isNew) throw new AppError('account-exists')
  const account = await requireAccount(deps, id)
  const { credentialVersion } = account
  await deps.mails.add({ kind: 'verify-email', accountId: id, email, credentialVersion })
  return account
}

async function requireAccount(deps: AccountDeps, id: string): Promise<AccountRecord> {
  const account = await deps.accounts.find(id)
  if (!account) throw new AppError('internal')
  return account
}
