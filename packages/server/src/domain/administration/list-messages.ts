/** Pages of contact messages. */
import type { AdminMessage, AdminMessagePage } from '@filesmith/contract/schemas/admin'
import type { InboxMessage, MessageState } from '../../ports/message-inbox.ts'
import type { AdminDeps } from './admin-deps.ts'
import { cutPage, pageBefore } from './list-page.ts'

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
