/** A chat as its event stream reports it; messages that are visible on the screen are marked as read. */
import {
  type ChatEvent,
  type ChatPage,
  chatEventSchema,
  chatPageSchema,
} from '@filesmith/contract/schemas/chat'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { followStates } from '../job/follow-job.ts'
import { type RequestError, request } from '../request.ts'

interface ChatPaths {
  readonly page: string
  readonly read: string
  readonly events: string
}

/** Who uses the screen. */
export type ChatUser = 'account' | 'operator'

export interface Chat {
  /** Undefined until the first event. */
  readonly page: ChatPage | undefined
  readonly connection: 'open' | 'lost' | 'refused'
  /** Position of the last own message that the other side has read. */
  readonly seenUpTo: number
  readonly reconnect: () => void
  readonly older: {
    readonly isLoading: boolean
    readonly hasFailed: boolean
    readonly load: () => Promise<unknown>
  }
}

export function useChat(
  { page: pageUrl, read, events }: ChatPaths,
  user: ChatUser,
  onRefused?: (error: RequestError) => void,
): Chat {
  const [page, setPage] = useState<ChatPage>()
  const [connection, setConnection] = useState<Chat['connection']>('open')
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt opens a new stream.
  useEffect(
    () =>
      followStates(
        { eventsUrl: events, statusUrl: pageUrl },
        {
          read: chatEventSchema.parse,
          onState(event) {
            setConnection('open')
            setPage(shown => addEvent(shown, event))
          },
          onLost: () => setConnection('lost'),
          onGone(error) {
            setConnection('refused')
            onRefused?.(error)
          },
        },
      ),
    [events, pageUrl, attempt],
  )

  const others = page?.messages.findLast(({ author }) => author !== user)
  const [readUpTo = 0, seenUpTo = 0] =
    user === 'account'
      ? [page?.readByAccount, page?.readByOperators]
      : [page?.readByOperators, page?.readByAccount]
  useReadMark(read, others?.position ?? 0, readUpTo)

  const older = useMutation({
    async mutationFn() {
      const before = page?.messages[0]?.position
      const reply = await request('GET', `${pageUrl}?before=${before}`)
      const found = chatPageSchema.parse(await reply.json())
      setPage(shown => shown && { ...shown, ...withOlder(shown, found) })
    },
  })

  return {
    page,
    connection,
    seenUpTo,
    reconnect() {
      setConnection('open')
      setAttempt(count => count + 1)
    },
    older: { isLoading: older.isPending, hasFailed: older.isError, load: () => older.mutateAsync() },
  }
}

function addEvent(shown: ChatPage | undefined, event: ChatEvent): ChatPage {
  const { isContinuation, ...page } = event
  if (!shown || !isContinuation) return page
  const last = shown.messages.at(-1)?.position ?? 0
  const added = page.messages.filter(({ position }) => position > last)
  return { ...page, messages: [...shown.messages, ...added], hasOlder: shown.hasOlder }
}

function withOlder(
  shown: ChatPage,
  { messages, hasOlder }: ChatPage,
): Pick<ChatPage, 'messages' | 'hasOlder'> {
  const first = shown.messages[0]?.position ?? 0
  const added = messages.filter(({ position }) => position < first)
  return { messages: [...added, ...shown.messages], hasOlder }
}

/** Only while the page is visible: a message in a hidden tab is not read, and is mailed after a few minutes. */
function useReadMark(path: string, upTo: number, readUpTo: number): void {
  useEffect(() => {
    if (upTo <= readUpTo) return undefined
    const mark = () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', mark)
      // Without consequences if it fails: the next message repeats it.
      request('POST', path, { upTo }).catch(() => undefined)
    }
    document.addEventListener('visibilitychange', mark)
    mark()
    return () => document.removeEventListener('visibilitychange', mark)
  }, [path, upTo, readUpTo])
}
