/** Follows a state that the server streams until it is over, across cut connections and restarts of the server. */
import type { AcceptedReply } from '@filesmith/contract/schemas/conversion'
import { RequestError, request } from './request.ts'

const reopenDelaysMs = [500, 1000, 2000, 4000, 8000]

interface Followed<State> {
  readonly read: (json: unknown) => State
  readonly isOver: (state: State) => boolean
}

export interface FollowHandlers<State> {
  readonly onState: (state: State) => void
  /** The server does not know it (any more). */
  readonly onGone: (error: RequestError) => void
}

/** Returns a function that stops following. */
export function followState<State>(
  job: AcceptedReply,
  { read, isOver }: Followed<State>,
  { onState, onGone }: FollowHandlers<State>,
): () => void {
  let source: EventSource | undefined
  let reopenTimer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isStopped = false

  const stop = () => {
    isStopped = true
    source?.close()
    clearTimeout(reopenTimer)
  }

  const take = (state: State) => {
    if (isStopped) return
    failures = 0
    if (isOver(state)) stop()
    onState(state)
  }

  const open = () => {
    source = new EventSource(job.eventsUrl, { withCredentials: true })
    const hear = (event: MessageEvent<string>) => take(read(JSON.parse(event.data)))
    source.addEventListener('message', hear)
    source.addEventListener('state', hear)
    source.addEventListener('error', () => {
      // A dropped line is reopened by the browser, with Last-Event-ID; a refused one is given up, and is ours to reopen.
      if (source?.readyState === EventSource.CLOSED && !isStopped) scheduleReopen()
    })
  }

  const scheduleReopen = () => {
    const delayMs = reopenDelaysMs[Math.min(failures, reopenDelaysMs.length - 1)]
    failures += 1
    reopenTimer = setTimeout(() => void reopen(), delayMs)
  }

  const reopen = async () => {
    try {
      const response = await request('GET', job.statusUrl)
      take(read(await response.json()))
      if (!isStopped) open()
    } catch (error) {
      if (isStopped) return
      if (error instanceof RequestError && error.status < 500 && error.status !== 429) {
        stop()
        onGone(error)
      } else scheduleReopen()
    }
  }

  open()
  return stop
}
