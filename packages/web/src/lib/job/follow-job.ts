/** Follows the state of a job or a chat by its event stream, across connection losses and server restarts. */
import { type ConversionStatus, isFinished } from '@filesmith/contract/conversion-status'
import type { AcceptedReply } from '@filesmith/contract/schemas/conversion'
import { RequestError, request } from '../request.ts'
import { apiAddress } from '../site-address.ts'

const reopenDelaysMs = [500, 1000, 2000, 4000, 8000]

interface FollowSettings<State> {
  readonly read: (json: State) => State
  /** Fetches the state first, for jobs that may have finished long ago. */
  readonly isResumed?: boolean
  readonly onState: (state: State) => void
  /** The server does not know the job (any more). */
  readonly onGone: (error: RequestError) => void
}

/** Returns a function that stops following. */
export function followJob<State extends { readonly status: ConversionStatus }>(
  job: AcceptedReply,
  settings: FollowSettings<State>,
): () => void {
  return followStates(job, { ...settings, isFinal: ({ status }) => isFinished(status) })
}

interface FollowStatesSettings<State> extends FollowSettings<State> {
  /** Ends after this state; default: never. */
  readonly isFinal?: (state: State) => boolean
  /** The connection broke; it is being restored. */
  readonly onLost?: () => void
}

/** The status URL answers with the same kind of state as the event stream. */
export function followStates<State>(
  { eventsUrl, statusUrl }: Pick<AcceptedReply, 'eventsUrl' | 'statusUrl'>,
  { read, isResumed = false, onState, onGone, isFinal, onLost }: FollowStatesSettings<State>,
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

  const handleState = (state: State) => {
    if (isStopped) return
    failures = 0
    if (isFinal?.(state)) stop()
    onState(state)
  }

  const open = () => {
    source = new EventSource(apiAddress(eventsUrl), { withCredentials: true })
    const handleMessage = (event: MessageEvent<string>) => handleState(read(JSON.parse(event.data)))
    source.addEventListener('message', handleMessage)
    source.addEventListener('state', handleMessage)
    source.addEventListener('error', () => {
      if (!isStopped) onLost?.()
      // The browser reconnects after a lost connection with Last-Event-ID, but not after an error response.
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
      const response = await request('GET', statusUrl)
      handleState(read(await response.json()))
      if (!isStopped) open()
    } catch (error) {
      if (isStopped) return
      if (error instanceof RequestError && error.status < 500 && error.status !== 429) {
        stop()
        onGone(error)
      } else scheduleReopen()
    }
  }

  if (isResumed) void reopen()
  else open()
  return stop
}
