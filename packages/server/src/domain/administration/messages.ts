/** Contact form messages for operators. */

import { AppError } from '@filesmith/contract/errors'
import type { AdminMessage, AdminMessagePage, MessageChange } from '@filesmith/contract/schemas/admin'
import type { Actor } from '../../database/audit-log.ts'
import type { InboxMessage, MessageState } from '../../database/message-inbox.ts'
import { isId } from '../is-id.ts'
import type { AdminDeps } from './list-page.ts'
import { cutPage, pageBefore } from './list-page.ts'

/** Pages of contact messages. */
export async function listMessages(
  deps: Pick<AdminDeps, 'inbox'>,
  state: MessageState,
  before: string | undefined,
): Promise<AdminMessagePage> {
  const found = await deps.inbox.list(state, pageBefore(before))
  const { shown, next } = cutPage(found, ({ createdAt, id }) => ({ at: createdAt.toISOString(), id }))
  return { messages: shown.map(describeMessage), next }
}

export function describeMessage({ accountId: _, ...message }: InboxMessage): AdminMessage {
  return {
    ...message,
    createdAt: message.createdAt.toISOString(),
    mailedAt: message.mailedAt?.toISOString() ?? null,
    handledAt: message.handledAt?.toISOString() ?? null,
  }
}

/** Marks a contact message as handled or open, or clears its spam suspicion, which mails it. */
export async function changeMessage(
  deps: Pick<AdminDeps, 'inbox' | 'now'>,
  actor: Actor,
  id: string,
  { isHandled, isSuspected }: MessageChange,
): Promise<InboxMessage> {
  const now = deps.now()
  const message = await findMessage(deps, id)
  const target = message.name
  if (isSuspected === false && message.isSuspected)
    await deps.inbox.clear(id, now, { actor, action: 'message-cleared', target })
  if (isHandled !== undefined && isHandled !== (message.handledAt !== null))
    await deps.inbox.setHandled(id, isHandled ? now : null, {
      actor,
      action: isHandled ? 'message-handled' : 'message-reopened',
      target,
    })
  return findMessage(deps, id)
}

async function findMessage({ inbox }: Pick<AdminDeps, 'inbox'>, id: string): Promise<InboxMessage> {
  const message = isId(id) ? await inbox.find(id) : undefined
  if (!message) throw new AppError('message-not-found')
  return message
}
