/** Sends API calls with the key and retries network and overload errors with an idempotency key, so that none runs twice. */
import { FilesmithError, readError } from './filesmith-error.ts'
import type { Call, Send } from './send.ts'

export interface SendSettings {
  /** Address of the site, with its path if it has one: `https://home.example/files`. */
  readonly server: string
  readonly key: string
  /** Maximum number of attempts per call. */
  readonly tries?: number | undefined
  readonly fetch?: typeof fetch | undefined
}

const defaultTries = 5
const initialDelayMs = 500
const maxDelayMs = 60_000
/** Rate limits, gateway errors, and servers that are overloaded or restarting. */
const retryableStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504])

export function createSend({ server, key, tries = defaultTries, fetch: send = fetch }: SendSettings): Send {
  return async <Reply>(call: Call) => {
    const request = toRequest(server, key, call)
    for (let attempt = 1; ; attempt++) {
      try {
        return (await readResponse(await sendOnce(send, request, server), call)) as Reply
      } catch (error) {
        call.signal?.throwIfAborted()
        if (attempt >= tries || !(error instanceof FilesmithError) || !canRetry(call, error)) throw error
        await sleep(retryDelayMs(attempt, error), call.signal)
      }
    }
  }
}

interface PreparedRequest {
  readonly url: URL
  readonly init: RequestInit
}

function toRequest(server: string, key: string, call: Call): PreparedRequest {
  // Relative to the server address, which may have a path (BASE_PATH).
  const url = new URL(`.${call.path}`, server.endsWith('/') ? server : `${server}/`)
  for (const [name, value] of Object.entries(call.query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value))
  const headers = new Headers({ authorization: `Bearer ${key}`, ...call.headers })
  if (call.json !== undefined) headers.set('content-type', 'application/json')
  // The same for every attempt, so that the server recognizes retries.
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
  // `fetch` requires `duplex: 'half'` for a streamed request body.
  const isStream = init.body instanceof ReadableStream
  try {
    return await send(url, isStream ? ({ ...init, duplex: 'half' } as RequestInit) : init)
  } catch (cause) {
    throw new FilesmithError('server-unreachable', `${server} cannot be reached.`, { cause })
  }
}

async function readResponse(response: Response, { answers }: Call): Promise<unknown> {
  if (!response.ok) throw await readError(response)
  if (answers === 'response') return response
  if (answers === 'nothing') return void (await response.arrayBuffer())
  return response.json()
}

function canRetry({ body }: Call, { code, status }: FilesmithError): boolean {
  // A stream is consumed by the first attempt.
  if (body instanceof ReadableStream) return false
  return code === 'server-unreachable' || code === 'idempotent-call-running' || retryableStatuses.has(status)
}

/** `Retry-After` if given, otherwise exponential backoff; with jitter, so that clients do not retry simultaneously. */
function retryDelayMs(attempt: number, { retryAfterSeconds }: FilesmithError): number {
  const delayMs =
    retryAfterSeconds === undefined ? initialDelayMs * 2 ** (attempt - 1) : retryAfterSeconds * 1000
  return Math.min(maxDelayMs, delayMs) * (1 + Math.random() / 4)
}

export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}
