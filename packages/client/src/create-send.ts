/** Sends calls with a key, and once more when the network or a busy server was to blame: nothing is ever done twice. */
import { errorOf, FilesmithError } from './filesmith-error.ts'
import type { Call, Send } from './send.ts'

export interface SendSettings {
  readonly server: string
  readonly key: string
  /** How often a call is sent at most. */
  readonly tries?: number | undefined
  readonly fetch?: typeof fetch | undefined
}

const usualTries = 5
const firstPauseMs = 500
const longestPauseMs = 60_000
/** Of gateways on the way, of servers that are full or restarting, and of an earlier try that is still being answered. */
const worthAnotherTry: ReadonlySet<number> = new Set([429, 502, 503, 504])

export function createSend({ server, key, tries = usualTries, fetch: send = fetch }: SendSettings): Send {
  return async <Reply>(call: Call) => {
    const request = toRequest(server, key, call)
    for (let attempt = 1; ; attempt++) {
      try {
        return (await answerOf(await sendOnce(send, request, server), call)) as Reply
      } catch (error) {
        call.signal?.throwIfAborted()
        if (attempt >= tries || !(error instanceof FilesmithError) || !canBeSentAgain(call, error))
          throw error
        await pause(pauseMs(attempt, error), call.signal)
      }
    }
  }
}

interface PreparedRequest {
  readonly url: URL
  readonly init: RequestInit
}

function toRequest(server: string, key: string, call: Call): PreparedRequest {
  const url = new URL(call.path, server)
  for (const [name, value] of Object.entries(call.query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value))
  const headers = new Headers({ authorization: `Bearer ${key}`, ...call.headers })
  if (call.json !== undefined) headers.set('content-type', 'application/json')
  // The same for every try, so that the server knows them for one call.
  if (call.method === 'POST' && !headers.has('idempotency-key'))
    headers.set('idempotency-key', crypto.randomUUID())
  const body = call.json === undefined ? call.body : JSON.stringify(call.json)
  const init: RequestInit = { method: call.method, headers, redirect: 'follow' }
  if (body !== undefined) init.body = body
  if (call.signal) init.signal = call.signal
  return { url, init }
}

async function sendOnce(
  send: typeof fetch,
  { url, init }: PreparedRequest,
  server: string,
): Promise<Response> {
  // A stream can be read while it is sent only in one direction.
  const isStream = init.body instanceof ReadableStream
  try {
    return await send(url, isStream ? ({ ...init, duplex: 'half' } as RequestInit) : init)
  } catch (cause) {
    throw new FilesmithError('server-unreachable', `${server} cannot be reached.`, { cause })
  }
}

async function answerOf(response: Response, { answers }: Call): Promise<unknown> {
  if (!response.ok) throw await errorOf(response)
  if (answers === 'response') return response
  if (answers === 'nothing') return void (await response.arrayBuffer())
  return response.json()
}

function canBeSentAgain({ body }: Call, { code, status }: FilesmithError): boolean {
  // What was read from a stream is gone.
  if (body instanceof ReadableStream) return false
  return code === 'server-unreachable' || code === 'idempotent-call-running' || worthAnotherTry.has(status)
}

/** As long as the server says, or else longer each time; never all at the same moment. */
function pauseMs(attempt: number, { retryAfterSeconds }: FilesmithError): number {
  const wanted =
    retryAfterSeconds === undefined ? firstPauseMs * 2 ** (attempt - 1) : retryAfterSeconds * 1000
  return Math.min(longestPauseMs, wanted) * (1 + Math.random() / 4)
}

export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
