/** Chats with accounts on Pro: a list that follows every change, and one of them in full. */
import { adminPath } from '@filesmith/contract/admin-sections'
import { apiPaths } from '@filesmith/contract/api-paths'
import { adminChatTexts as texts } from '@filesmith/contract/messages/chat'
import { plans } from '@filesmith/contract/plans'
import { type AdminChat, adminChatPageSchema, adminChatViewSchema } from '@filesmith/contract/schemas/chat'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ChatBox, ChatPanel } from '../../../lib/chat/chat-panel.tsx'
import { useChat } from '../../../lib/chat/use-chat.ts'
import { currentInstance } from '../../../lib/instance.ts'
import { followStates } from '../../../lib/job/follow-job.ts'
import { relativeTime } from '../../../lib/relative-time.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { AdminList } from '../panel/admin-list.tsx'
import { Loaded } from '../panel/loaded.tsx'
import { useAdminPages } from '../panel/use-admin-pages.ts'
import { useAdminQuery } from '../panel/use-admin-query.ts'

const listAddress = adminPath('chats')

/** The mails to operators link to the same address. */
function chatAddress(id: string): string {
  return `${listAddress}?${new URLSearchParams({ chat: id })}`
}

export function ChatsSection() {
  const [params] = useSearchParams()
  const id = params.get('chat')
  const hasLeftChat = useRef(false)
  useEffect(() => {
    if (id !== null) hasLeftChat.current = true
  }, [id])
  return id === null ? <ChatList hasFocus={hasLeftChat.current} /> : <ChatView key={id} id={id} />
}

function ChatList({ hasFocus }: { readonly hasFocus: boolean }) {
  const queryClient = useQueryClient()
  const containerRef = useRef<HTMLDivElement>(null)
  const list = useAdminPages(apiPaths.adminChats, adminChatPageSchema, {})

  useEffect(() => {
    const reload = () => void queryClient.invalidateQueries({ queryKey: [apiPaths.adminChats] })
    return followStates(
      { eventsUrl: apiPaths.adminChatsEvents, statusUrl: apiPaths.adminChats },
      { read: json => json, onState: reload, onGone: reload },
    )
  }, [queryClient])

  // The link that was pressed to come back is gone.
  useEffect(() => {
    if (hasFocus) containerRef.current?.focus()
  }, [hasFocus])

  return (
    <SettingsBlock heading={texts.heading} text={texts.text[currentInstance()]}>
      <AdminList
        label={texts.heading}
        list={list}
        containerRef={containerRef}
        rowsOf={page => page.chats}
        empty={{ title: texts.empty, text: texts.emptyHint[currentInstance()] }}
      >
        {chat => <ChatRow key={chat.id} chat={chat} />}
      </AdminList>
    </SettingsBlock>
  )
}

function ChatRow({ chat: { id, username, plan, unread, lastMessage } }: { readonly chat: AdminChat }) {
  const { author, text, createdAt } = lastMessage
  return (
    <li>
      <Link
        to={chatAddress(id)}
        className="block px-5 py-3 -outline-offset-2 transition-colors hover:bg-surface-sunken sm:px-6"
      >
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{username}</span>
          {unread > 0 ? <Badge tone="accent">{texts.unread(unread)}</Badge> : null}
          {plan === undefined || plans[plan].hasChat ? null : (
            <Badge tone="warning">{plans[plan].label}</Badge>
          )}
        </span>
        <span className="mt-0.5 block truncate text-ink-muted">
          {author === 'operator' ? `${texts.answered} ` : null}
          {text}
        </span>
        <time
          dateTime={createdAt}
          title={new Date(createdAt).toLocaleString()}
          className="mt-0.5 block text-xs text-ink-muted"
        >
          {relativeTime(new Date(createdAt), new Date())}
        </time>
      </Link>
    </li>
  )
}

function ChatView({ id }: { readonly id: string }) {
  const view = useAdminQuery(apiPaths.adminChat(id), adminChatViewSchema)
  return (
    <>
      <LinkButton to={listAddress} className="self-start">
        <Icon of={ArrowLeft} sizePx={16} /> {texts.back}
      </LinkButton>
      <Loaded query={view}>
        {({ username, plan }) => (
          <SettingsBlock
            heading={texts.open(username)}
            text={plan === undefined || plans[plan].hasChat ? undefined : texts.noChat(plans[plan].label)}
            aside={plan === undefined ? null : <Badge>{plans[plan].label}</Badge>}
          >
            <OpenChat id={id} username={username} />
          </SettingsBlock>
        )}
      </Loaded>
    </>
  )
}

function OpenChat({ id, username }: { readonly id: string; readonly username: string }) {
  const chat = useChat(
    { page: apiPaths.adminChat(id), read: apiPaths.adminChatRead(id), events: apiPaths.adminChatEvents(id) },
    'operator',
  )
  return (
    <ChatPanel
      chat={chat}
      user="operator"
      nameOf={({ author, operatorName }) =>
        author === 'account' ? username : (operatorName ?? texts.operator)
      }
      empty={{ title: texts.emptyChat, text: texts.emptyChatHint }}
    >
      <ChatBox label={texts.answer} path={apiPaths.adminChatMessages(id)} hasFocus />
    </ChatPanel>
  )
}
