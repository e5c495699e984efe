/**
 * Creates an operator account. Used from the command line, where the first operator is created without authorization.
 */
import { AppError } from '@filesmith/contract/errors'
import { isGuessable } from '@filesmith/contract/password-strength'
import type { Actor } from '../../ports/audit-log.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { PasswordHasher } from '../../ports/password-hasher.ts'
import type { UserDirectory } from '../../ports/user-directory.ts'
import { newAccountId } from '../accounts/register.ts'

interface CreateOperatorDeps {
  readonly directory: UserDirectory
  readonly passwords: Pick<PasswordHasher, 'hash'>
  readonly mails: Pick<MailQueue, 'add'>
}

export async function createOperator(
  deps: CreateOperatorDeps,
  actor: Actor,
  { username, email, password }: { username: string; email: string; password: string },
): Promise<void> {
  if (isGuessable(password, { username, email })) throw new AppError('password-guessable')
  const id = newAccountId()
  const account = {
    id,
    username,
    email,
    // Unverified: with a mistyped address, its real owner could otherwise sign in with an identity provider.
    emailVerifiedAt: null,
    passwordHash: await deps.passwords.hash(password),
    createdAt: new Date(),
  }
  const isNew = await deps.directory.insertOperator(account, [
    { actor, action: 'account-created', target: username },
    { actor, action: 'operator-made', target: username },
  ])
  if (!isNew) throw new AppError('account-exists')
  await deps.mails.add({ kind: 'verify-email', accountId: id, email, credentialVersion: 0 })
}
