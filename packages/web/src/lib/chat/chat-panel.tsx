/** Messages of a chat and the box to write the next one. */
import { chatMessages as texts } from '@filesmith/contract/messages/chat'
import { type ChatMessage, newChatMessageSchema } from '@filesmith/contract/schemas/chat'
import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyNotice } from '../../ui/empty-notice.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { LocalTime } from '../../ui/local-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { RequestError, request } from '../request.ts'
import { textOf, useFormSubmit } from '../use-form-submit.ts'
import { useRefusal } from '../use-refusal.ts'
import type { Chat, ChatUser } from './use-chat.ts'

/** Distance from the end of the log at which new messages still scroll it. */
const nearEndPx = 80

interface ChatPanelProps {
  readonly chat: Chat
  readonly user: ChatUser
  readonly nameOf: (message: ChatMessage) => string
  readonly empty: { readonly title: string; readonly text: string }
  /** The box, or why there is none. */
  readonly children: ReactNode
}

export function ChatPanel({ chat, user, nameOf, empty, children }: ChatPanelProps) {
  const { page, connection } = chat
  if (!page)
    return connection === 'refused' ? (
      <LoadFailed text={texts.loadFailed} onRetry={chat.reconnect} />
    ) : (
      <>
        <p role="status" className="sr-only">
          {texts.loading}
        </p>
        <Skeleton className="h-64 w-full" />
      </>
    )
  return (
    <div className="flex flex-col gap-4">
      <ChatLog chat={chat} messages={page.messages} user={user} nameOf={nameOf} empty={empty} />
      <p role="status" className="font-medium text-warning empty:hidden">
        {connection === 'lost' ? texts.reconnecting : null}
      </p>
      {connection === 'refused' ? <LoadFailed text={texts.loadFailed} onRetry={chat.reconnect} /> : children}
    </div>
  )
}

interface ChatLogProps extends Pick<ChatPanelProps, 'chat' | 'user' | 'nameOf' | 'empty'> {
  readonly messages: readonly ChatMessage[]
}

function ChatLog({ chat: { page, older, seenUpTo }, messages, user, nameOf, empty }: ChatLogProps) {
  const logRef = useRef<HTMLDivElement>(null)
  const isNearEnd = useRef(true)
  const last = messages.at(-1)
  const lastSeen = messages.findLast(({ author, position }) => author === user && position <= seenUpTo)

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when a message is added.
  useLayoutEffect(() => {
    const log = logRef.current
    if (log && (isNearEnd.current || last?.author === user)) log.scrollTop = log.scrollHeight
  }, [last?.position])

  const loadOlder = async () => {
    await older.load()
    // The button may be gone.
    logRef.current?.focus()
  }

  return (
    <div
      ref={logRef}
      role="log"
      aria-live="polite"
      aria-label={texts.log}
      aria-busy={older.isLoading}
      // Scrollable regions must be reachable with the keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isNearEnd.current = scrollHeight - scrollTop - clientHeight < nearEndPx
      }}
      className="flex max-h-128 min-h-44 flex-col gap-4 overflow-y-auto overscroll-contain rounded border border-line bg-surface-sunken p-4"
    >
      {page?.hasOlder ? (
        <div className="text-center">
          <Button aria-disabled={older.isLoading || undefined} onClick={() => void loadOlder()}>
            {texts.older}
          </Button>
          <p role="alert" className="mt-2 font-medium text-danger empty:hidden">
            {older.hasFailed ? texts.olderFailed : null}
          </p>
        </div>
      ) : null}
      {messages.length === 0 ? <EmptyNotice {...empty} /> : null}
      {messages.map(message => (
        <Message
          key={message.position}
          message={message}
          name={nameOf(message)}
          isOwn={message.author === user}
          isLastSeen={message === lastSeen}
        />
      ))}
    </div>
  )
}

interface MessageProps {
  readonly message: ChatMessage
  readonly name: string
  readonly isOwn: boolean
  readonly isLastSeen: boolean
}

function Message({ message: { text, createdAt }, name, isOwn, isLastSeen }: MessageProps) {
  return (
    <div className={cx('flex max-w-[88%] flex-col gap-1', isOwn ? 'items-end self-end' : 'items-start')}>
      <p className={cx('flex flex-wrap gap-x-2 text-xs text-ink-muted', isOwn && 'justify-end')}>
        <span className="font-semibold">{name}</span>
        <LocalTime iso={createdAt} style="moment" />
      </p>
      <p
        className={cx(
          'rounded border px-3 py-2 whitespace-pre-wrap wrap-anywhere',
          isOwn ? 'border-line-strong bg-accent-wash' : 'border-line bg-surface',
        )}
      >
        {text}
      </p>
      {isLastSeen ? <p className="text-xs text-ink-muted">{texts.seen}</p> : null}
    </div>
  )
}

interface ChatBoxProps {
  readonly label: string
  /** Receives the message. */
  readonly path: string
  readonly hasFocus?: boolean
}

export function ChatBox({ label, path, hasFocus = false }: ChatBoxProps) {
  const areaRef = useRef<HTMLTextAreaElement>(null)
  const refusal = useRefusal()
  const { isBusy, formProblem, problemOf, formProps } = useFormSubmit(
    async (data, form) => {
      const checked = newChatMessageSchema.safeParse({ text: textOf(data, 'text') })
      if (!checked.success) return { fields: { text: checked.error.issues[0]?.message ?? texts.failed } }
      try {
        await request('POST', path, checked.data)
      } catch (error) {
        const otherwise = error instanceof RequestError ? texts.failed : texts.unreachable
        return refusal.asProblems(error, {}, otherwise)
      }
      form.reset()
      areaRef.current?.focus()
      return undefined
    },
    { hidesProblems: true },
  )

  const sendOnEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Enter also confirms a word in input methods such as Japanese.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }

  return (
    <form {...formProps} className="flex flex-col gap-3">
      <TextAreaField
        ref={areaRef}
        label={label}
        name="text"
        rows={2}
        enterKeyHint="send"
        autoComplete="off"
        autoFocus={hasFocus}
        // Nothing typed meanwhile is lost when the box is emptied.
        readOnly={isBusy}
        onKeyDown={sendOnEnter}
        error={problemOf('text')}
        hint={texts.hint}
        className="max-h-60 min-h-20"
      />
      <FormMessage text={formProblem} />
      <SubmitButton isBusy={isBusy} busyLabel={texts.sending} size="regular" className="sm:self-start">
        <Icon of={SendHorizontal} sizePx={16} /> {texts.send}
      </SubmitButton>
    </form>
  )
}
