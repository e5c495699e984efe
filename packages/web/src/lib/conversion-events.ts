/** Follows one conversion until it is finished, over cut connections and restarts of the server. */
import {
  type AcceptedReply,
  type ConversionState,
  conversionStateSchema,
  isFinished,
} from '@filesmith/contract/schemas/conversion'
import { RequestError, request } from './request.ts'

const reopenDelaysMs = [500, 1000, 2000, 4000, 8000]

interface FollowHandlers {
  readonly onState: (state: ConversionState) => void
  /** The server does not know this conversion (any more). */
  readonly onGone: (error: RequestError) => void
}

export async function fetchConversion(statusUrl: string): Promise<ConversionState> {
  const response = await request('GET', statusUrl)
  return conversionStateSchema.parse(await response.json())
}

/** Returns a function that stops following. */
export function followConversion(job: AcceptedReply, { onState, onGone }: FollowHandlers): () => void {
  let source: EventSource | undefined
  let reopenTimer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isStopped = false

  const stop = () => {
    isStopped = true
    source?.close()
    clearTimeout(reopenTimer)
  }

  const take = (state: ConversionState) => {
    if (isStopped) return
    failures = 0
    if (isFinished(state.status)) stop()
    onState(state)
  }

  const open = () => {
    source = new EventSource(job.eventsUrl, { withCredentials: true })
    const read = (event: MessageEvent<string>) => take(conversionStateSchema.parse(JSON.parse(event.data)))
    source.addEventListener('message', read)
    source.addEventListener('state', read)
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
      take(await fetchConversion(job.statusUrl))
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
