/** Marks a contact message as handled or open, or clears its spam suspicion, which mails it. */
import { AppError } from '@filesmith/contract/errors'
import type { MessageChange } from '@filesmith/contract/schemas/admin'
import type { Actor } from '../../ports/audit-log.ts'
import type { InboxMessage } from '../../ports/message-inbox.ts'
import { isId } from '../is-id.ts'
import type { AdminDeps } from './admin-deps.ts'

export async function changeMessage(
  deps: Pick<AdminDeps, 'inbox'>,
  actor: Actor,
  id: string,
  { isHandled, isSuspected }: MessageChange,
  now = new Date(),
): Promise<InboxMessage> {
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
