/** Set-up of a new installation: a one-time link creates the first operator. */
import { AppError } from '@filesmith/contract/errors'
import { isGuessable } from '@filesmith/contract/password-strength'
import { paths } from '@filesmith/contract/routes'
import type { AccountRecord } from '../../database/account-store.ts'
import type { SetUpStore } from '../../database/set-up-store.ts'
import type { Clock } from '../../ports/clock.ts'
import { type AccountDeps, newAccountId } from '../accounts/accounts.ts'
import { limitLinks } from '../accounts/limit-attempts.ts'
import { hashToken, makeToken } from '../accounts/make-token.ts'
import { linkTo } from '../mails/compose-mail.ts'

const validMs = 24 * 60 * 60 * 1000

interface SetUpLinkDeps extends Clock {
  readonly setUp: SetUpStore
  /** URL of the site without a path. */
  readonly publicUrl: string
}

/** An installation without an operator. */
export interface PendingSetUp {
  /** Null if an earlier start or another process created it: only a hash is stored. */
  readonly link: string | null
}

/** Creates the set-up link unless there is a valid one; undefined if an operator exists. */
export async function openSetUp(deps: SetUpLinkDeps): Promise<PendingSetUp | undefined> {
  if (await deps.setUp.hasOperator()) return undefined
  const { link, stored } = newLink(deps)
  return { link: (await deps.setUp.addUnlessValid(stored, deps.now())) ? link : null }
}

/** Replaces the set-up link, for an operator who lost it. */
export async function renewSetUp(deps: SetUpLinkDeps): Promise<string> {
  if (await deps.setUp.hasOperator()) throw new AppError('already-set-up')
  const { link, stored } = newLink(deps)
  await deps.setUp.replace(stored)
  return link
}

function newLink({ publicUrl, now }: SetUpLinkDeps) {
  const { token, tokenHash } = makeToken()
  const expiresAt = new Date(now().getTime() + validMs)
  return { link: linkTo(publicUrl, paths.setUp, token), stored: { tokenHash, expiresAt } }
}

type SetUpDeps = AccountDeps & { readonly setUp: SetUpStore }

interface LinkUse {
  readonly token: string
  readonly network: string
}

/** `not-found` once an operator exists, as if there were no set-up. */
export async function checkSetUp(deps: SetUpDeps, { token, network }: LinkUse): Promise<void> {
  await limitLinks(deps, network)
  if (await deps.setUp.hasOperator()) throw new AppError('not-found')
  if (!(await deps.setUp.isValid(hashToken(token), deps.now()))) throw new AppError('link-invalid')
}

export async function setUpOperator(
  deps: SetUpDeps,
  request: LinkUse & { readonly username: string; readonly email: string; readonly password: string },
): Promise<AccountRecord> {
  const { token, username, email, password } = request
  await checkSetUp(deps, request)
  // A rejected password does not consume the link.
  if (isGuessable(password, { username, email })) throw new AppError('password-guessable')
  const id = newAccountId()
  const outcome = await deps.setUp.redeem(
    hashToken(token),
    {
      id,
      username,
      email,
      // Unverified: with a mistyped address, its real owner could otherwise sign in with an identity provider.
      emailVerifiedAt: null,
      passwordHash: await deps.passwords.hash(password),
      createdAt: deps.now(),
    },
    { actor: { id, name: username }, action: 'installation-set-up', target: username },
  )
  if (outcome === 'invalid') throw new AppError('link-invalid')
  if (outcome === 'taken') throw new AppError('account-exists')
  const account = await deps.accounts.find(id)
  if (!account) throw new AppError('internal')
  const { credentialVersion } = account
  await deps.mails.add({ kind: 'verify-email', accountId: id, email, credentialVersion })
  return account
}
