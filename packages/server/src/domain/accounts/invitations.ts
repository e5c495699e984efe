/** Who can create an account: everyone, guests with an invitation, or only operators. */
import type { SignUpMode } from '@filesmith/contract/access-modes'
import { AppError } from '@filesmith/contract/errors'
import type { InvitationStore } from '../../database/invitation-store.ts'
import type { Clock } from '../../ports/clock.ts'
import { type AttemptDeps, limitLinks, normalizeName } from './limit-attempts.ts'
import { hashToken } from './make-token.ts'

export interface SignUpDeps extends Clock {
  readonly signUp: SignUpMode
  readonly invitations: InvitationStore
}

/** Returns the hash of the invitation that the new account must consume; undefined if none is needed. */
export async function admitSignUp(
  deps: SignUpDeps,
  token: string | undefined,
  email: string,
): Promise<string | undefined> {
  if (deps.signUp === 'open') return undefined
  if (deps.signUp === 'closed') throw new AppError('sign-up-closed')
  if (token === undefined) throw new AppError('sign-up-by-invitation')
  const tokenHash = hashToken(token)
  const invitation = await deps.invitations.findByToken(tokenHash, deps.now())
  if (!invitation) throw new AppError('invitation-invalid')
  if (invitation.email !== null && normalizeName(invitation.email) !== normalizeName(email))
    throw new AppError('invitation-other-email')
  return tokenHash
}

/** What the holder of an invitation link may know before accepting it. */
export async function readInvitation(
  deps: SignUpDeps & AttemptDeps,
  { token, network }: { readonly token: string; readonly network: string },
): Promise<{ email: string | null }> {
  await limitLinks(deps, network)
  const invitation =
    deps.signUp === 'invite' ? await deps.invitations.findByToken(hashToken(token), deps.now()) : undefined
  if (!invitation) throw new AppError('invitation-invalid')
  return { email: invitation.email }
}
