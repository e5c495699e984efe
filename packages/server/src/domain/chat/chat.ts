/** Chat support: an account whose plan includes it writes to the operators, who answer; both sides follow it by events and read marks. */
import { AppError } from '@filesmith/contract/errors'
import { namedPlan, plans } from '@filesmith/contract/plans'
import type {
  AdminChat,
  AdminChatPage,
  AdminChatView,
  ChatEvent,
  ChatMessage,
  ChatPage,
} from '@filesmith/contract/schemas/chat'
import type { AccountRecord, AccountStore } from '../../database/account-store.ts'
import type {
  ChatMessageRecord,
  ChatRecord,
  ChatSide,
  ChatStore,
  ListedChat,
} from '../../database/chat-store.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Notifications } from '../../ports/notifications.ts'
import { currentPlan } from '../accounts/accounts.ts'
import { type AttemptDeps, limitChatMessages } from '../accounts/limit-attempts.ts'
import { actorOf, cutPage, pageBefore } from '../administration/list-page.ts'
import { type WatchOptions, watchChanges } from '../conversions/conversions.ts'

export interface ChatDeps extends Clock {
  readonly chats: ChatStore
}

export interface OperatorChatDeps extends ChatDeps {
  readonly accounts: Pick<AccountStore, 'find'>
}

const pageSize = 50
/** Unread messages are mailed after this time. */
const unreadBeforeMailMs = 5 * 60_000
/** Of an account that never wrote. */
const emptyChat: ChatRecord = { revision: 1, readByAccount: 0, readByOperators: 0 }

export async function sendChatMessage(
  deps: ChatDeps & AttemptDeps,
  account: AccountRecord,
  text: string,
): Promise<void> {
  const now = deps.now()
  if (!plans[currentPlan(account, now)].hasChat)
    throw new AppError('pro-plan-needed', { what: 'Chat support requires' })
  await limitChatMessages(deps, account.id)
  await deps.chats.addFromAccount({ accountId: account.id, text, createdAt: now })
}

export async function answerChat(
  deps: OperatorChatDeps,
  operator: AccountRecord,
  accountId: string,
  text: string,
): Promise<void> {
  const { username } = await findChatUser(deps, accountId)
  const message = { accountId, text, createdAt: deps.now() }
  const entry = { actor: actorOf(operator), action: 'chat-answered', target: username } as const
  const position = await deps.chats.addFromOperator(message, operator.id, entry)
  if (position === undefined) throw new AppError('chat-not-found')
}

/** Readable on every plan, so that nothing is lost by a downgrade. */
export async function readChat(
  deps: ChatDeps,
  accountId: string,
  reader: ChatSide,
  before: number | undefined,
): Promise<ChatPage> {
  const chat = (await deps.chats.find(accountId)) ?? emptyChat
  return newestPage(deps, accountId, reader, chat, before)
}

async function newestPage(
  { chats }: ChatDeps,
  accountId: string,
  reader: ChatSide,
  { readByAccount, readByOperators }: ChatRecord,
  before?: number,
): Promise<ChatPage> {
  const found = await chats.listBefore(accountId, before, pageSize + 1)
  const messages = found
    .slice(0, pageSize)
    .reverse()
    .map(message => describeMessage(message, reader))
  return { messages, hasOlder: found.length > pageSize, readByAccount, readByOperators }
}

/** The account does not see which operator answered. */
function describeMessage(message: ChatMessageRecord, reader: ChatSide): ChatMessage {
  return {
    ...message,
    operatorName: reader === 'operator' ? message.operatorName : null,
    createdAt: message.createdAt.toISOString(),
  }
}

export async function readChatOf(
  deps: OperatorChatDeps,
  accountId: string,
  before: number | undefined,
): Promise<AdminChatView> {
  const user = await findChatUser(deps, accountId)
  const page = await readChat(deps, accountId, 'operator', before)
  return { ...page, username: user.username, plan: namedPlan(currentPlan(user, deps.now())) }
}

/** Rejects accounts that never wrote. */
export async function findChatUser(deps: OperatorChatDeps, accountId: string): Promise<AccountRecord> {
  const [chat, account] = await Promise.all([deps.chats.find(accountId), deps.accounts.find(accountId)])
  if (!chat || !account) throw new AppError('chat-not-found')
  return account
}

interface WatchChatDeps extends ChatDeps {
  readonly notifications: Notifications
}

/** Rejects if the caller may no longer read: a stream outlives the check of its request. */
type CheckAccess = () => Promise<void>

export async function* watchChat(
  deps: WatchChatDeps,
  accountId: string,
  reader: ChatSide,
  options: WatchOptions,
  checkAccess: CheckAccess,
): AsyncGenerator<{ readonly revision: number; readonly state: ChatEvent }, void> {
  let seenRevision = options.afterRevision ?? 0
  const changes = watchChanges(deps, options, {
    topic: 'chat-changed',
    matches: changedId => changedId === accountId,
    load: async () => {
      await checkAccess()
      return (await deps.chats.find(accountId)) ?? emptyChat
    },
    isFinal: () => false,
  })
  for await (const chat of changes) {
    yield {
      revision: chat.revision,
      state: await describeChange(deps, accountId, reader, chat, seenRevision),
    }
    seenRevision = chat.revision
  }
}

async function describeChange(
  deps: ChatDeps,
  accountId: string,
  reader: ChatSide,
  chat: ChatRecord,
  seenRevision: number,
): Promise<ChatEvent> {
  if (seenRevision === 0)
    return { ...(await newestPage(deps, accountId, reader, chat)), isContinuation: false }
  const { readByAccount, readByOperators } = chat
  const added = await deps.chats.listAfter(accountId, seenRevision)
  const messages = added.map(message => describeMessage(message, reader))
  return { messages, hasOlder: true, readByAccount, readByOperators, isContinuation: true }
}

/** Yields after every change of any chat. */
export async function* watchChats(
  deps: WatchChatDeps,
  signal: AbortSignal,
  checkAccess: CheckAccess,
): AsyncGenerator<{ readonly revision: number; readonly state: { readonly unread: number } }, void> {
  let revision = 0
  const changes = watchChanges(
    deps,
    { signal },
    {
      topic: 'chat-changed',
      matches: () => true,
      load: async () => {
        await checkAccess()
        revision += 1
        return { revision, state: { unread: await deps.chats.countUnread() } }
      },
      isFinal: () => false,
    },
  )
  yield* changes
}

export async function listChats(deps: ChatDeps, before: string | undefined): Promise<AdminChatPage> {
  const { unread, read } = await deps.chats.list(pageBefore(before, true))
  const { shown, next } = cutPage(read, ({ lastMessageAt, account }) => ({
    at: lastMessageAt.toISOString(),
    id: account.id,
  }))
  return { chats: [...unread, ...shown].map(chat => describeChat(chat, deps.now())), next }
}

function describeChat(chat: ListedChat, now: Date): AdminChat {
  const { account, unread, lastAuthor, lastText, lastMessageAt } = chat
  return {
    id: account.id,
    username: account.username,
    plan: namedPlan(currentPlan(account, now)),
    unread,
    lastMessage: { author: lastAuthor, text: lastText, createdAt: lastMessageAt.toISOString() },
  }
}

/** Mails about messages that the other side has not read in time, once until they are read. */
export async function mailUnreadChats({ chats, now }: ChatDeps): Promise<number> {
  const at = now()
  return chats.queueMails(new Date(at.getTime() - unreadBeforeMailMs), at)
}
