/** Invitations as operators manage them. */
import { randomUUID } from 'node:crypto'
import type { SignUpMode } from '@filesmith/contract/access-modes'
import { AppError } from '@filesmith/contract/errors'
import { paths } from '@filesmith/contract/routes'
import type {
  AdminInvitation,
  AdminInvitationPage,
  CreatedInvitation,
  NewInvitation,
} from '@filesmith/contract/schemas/admin'
import type { Actor } from '../../database/audit-log.ts'
import type { InvitationStore, ListedInvitation } from '../../database/invitation-store.ts'
import type { Clock } from '../../ports/clock.ts'
import { makeToken } from '../accounts/make-token.ts'
import { isId } from '../is-id.ts'
import { linkTo } from '../mails/compose-mail.ts'
import { cutPage, pageBefore } from './list-page.ts'

export interface InvitationDeps extends Clock {
  readonly signUp: SignUpMode
  readonly invitations: InvitationStore
  /** URL of the site without a path. */
  readonly publicUrl: string
  /** Without a mail server, only the operator can deliver the link. */
  readonly isMailConfigured: boolean
}

const dayMs = 24 * 60 * 60 * 1000

export async function createInvitation(
  deps: InvitationDeps,
  actor: Actor,
  { email, days }: NewInvitation,
): Promise<CreatedInvitation> {
  if (deps.signUp !== 'invite') throw new AppError('invitations-off')
  const now = deps.now()
  const { token, tokenHash } = makeToken()
  const invitation = {
    id: randomUUID(),
    email,
    createdBy: actor.name,
    createdAt: now,
    expiresAt: new Date(now.getTime() + days * dayMs),
  }
  const isMailed = email !== null && deps.isMailConfigured
  await deps.invitations.insert(
    { ...invitation, tokenHash },
    { actor, action: 'invitation-created', target: email ?? '', detail: { days } },
    { isMailed },
  )
  return {
    invitation: describeInvitation({ ...invitation, acceptedBy: null }, now),
    link: linkTo(deps.publicUrl, paths.invitation, token),
    isMailed,
  }
}

export async function listInvitations(
  deps: Pick<InvitationDeps, 'invitations' | 'now'>,
  before: string | undefined,
): Promise<AdminInvitationPage> {
  const now = deps.now()
  const found = await deps.invitations.list(pageBefore(before))
  const { shown, next } = cutPage(found, ({ createdAt, id }) => ({ at: createdAt.toISOString(), id }))
  return { invitations: shown.map(invitation => describeInvitation(invitation, now)), next }
}

function describeInvitation(invitation: ListedInvitation, now: Date): AdminInvitation {
  const { id, email, createdBy, createdAt, expiresAt, acceptedBy } = invitation
  return {
    id,
    email,
    state: acceptedBy !== null ? 'accepted' : expiresAt > now ? 'open' : 'expired',
    createdBy,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    acceptedBy,
  }
}

export async function revokeInvitation(
  { invitations }: Pick<InvitationDeps, 'invitations'>,
  actor: Actor,
  id: string,
): Promise<void> {
  const isRevoked =
    isId(id) &&
    (await invitations.revoke(id, email => ({ actor, action: 'invitation-revoked', target: email ?? '' })))
  if (!isRevoked) throw new AppError('invitation-not-found')
}
