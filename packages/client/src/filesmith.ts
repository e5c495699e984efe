/** Client of the Filesmith API for browsers and Node: uploads files, runs jobs, downloads results. */
import { FilesmithError, readError } from './filesmith-error.ts'
import {
  type Account,
  type ApiFile,
  createJob,
  deleteFile,
  deleteJob,
  followJob,
  getAccount,
  getJob,
  getJobResult,
  type Job,
  type JobPage,
  listJobs,
  type NewJob,
  sendFile,
} from './generated/calls.ts'
import type { Call, CallSettings, Send } from './send.ts'

/** Sends API calls with the key and retries network and overload errors with an idempotency key, so that none runs twice. */
interface SendSettings {
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

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
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

/** Waits for a job to finish: by server-sent events, with long polling as a fallback. */
interface WaitSettings {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((job: Job) => void) | undefined
}

/** How long the server holds one long-polling request. */
const waitSeconds = 20

/** Waits for a job to finish: by server-sent events, with long polling as a fallback. */
async function waitForJob(send: Send, created: Job, { signal, onProgress }: WaitSettings): Promise<Job> {
  let job = created
  const update = (next: Job) => {
    job = next
    onProgress?.(job)
  }
  update(created)
  while (!isFinished(job)) {
    signal?.throwIfAborted()
    await followEvents(send, job.id, update, signal)
    // The event stream ended early: server restart, or a proxy that cuts long responses.
    if (!isFinished(job)) update(await getJob(send, job.id, { wait: waitSeconds }, { signal }))
  }
  return job
}

async function followEvents(
  send: Send,
  id: string,
  update: (job: Job) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    for await (const data of readEvents(await followJob(send, id, { signal }))) {
      const job = JSON.parse(data) as Job
      update(job)
      if (isFinished(job)) return
    }
  } catch (error) {
    signal?.throwIfAborted()
    // Client errors are permanent; anything else falls back to polling.
    if (error instanceof FilesmithError && error.status >= 400 && error.status < 500) throw error
  }
}

function isFinished({ status }: Job): boolean {
  return status !== 'queued' && status !== 'running'
}

async function* readEvents(response: Response): AsyncGenerator<string> {
  if (response.body === null) return
  let buffer = ''
  for await (const text of decodeText(response.body)) {
    buffer += text
    const events = buffer.split(/\r?\n\r?\n/)
    buffer = events.pop() ?? ''
    for (const event of events) {
      const data = event
        .split(/\r?\n/)
        .filter(line => line.startsWith('data:'))
        .map(line => line.slice('data:'.length).replace(/^ /, ''))
      if (data.length > 0) yield data.join('\n')
    }
  }
}

/** Uses a reader, because not every browser supports async iteration of streams. */
async function* decodeText(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield decoder.decode(value, { stream: true })
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

export interface RunSettings {
  /** Aborting also cancels the job on the server. */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((job: Job) => void) | undefined
}

export class Filesmith {
  /** For the calls of generated/calls.ts that have no method here. */
  readonly send: Send

  constructor(settings: SendSettings) {
    this.send = createSend(settings)
  }

  account(settings: CallSettings = {}): Promise<Account> {
    return getAccount(this.send, settings)
  }

  /** A Blob is sent again after a connection error; a stream can only be sent once. */
  uploadFile(
    file: Blob | ReadableStream<Uint8Array>,
    fileName: string,
    settings: CallSettings = {},
  ): Promise<ApiFile> {
    const headers = { 'content-type': 'application/octet-stream', ...settings.headers }
    return sendFile(this.send, file, { fileName }, { ...settings, headers })
  }

  removeFile(id: string, settings: CallSettings = {}): Promise<void> {
    return deleteFile(this.send, id, settings)
  }

  /** Resolves with the succeeded job; throws a FilesmithError for a failed or canceled one. */
  async runJob(newJob: NewJob, { signal, onProgress }: RunSettings = {}): Promise<Job> {
    const created = await createJob(this.send, newJob, { signal })
    const job = await waitForJob(this.send, created, { signal, onProgress }).catch(async error => {
      // Best effort: without this the server finishes a job that no client waits for.
      if (signal?.aborted) await deleteJob(this.send, created.id).catch(() => undefined)
      throw error
    })
    if (job.status === 'succeeded') return job
    const { code, message } = job.error ?? { code: 'cancelled', message: 'This job was canceled.' }
    throw new FilesmithError(code, message)
  }

  jobs(options: Parameters<typeof listJobs>[1] = {}, settings: CallSettings = {}): Promise<JobPage> {
    return listJobs(this.send, options, settings)
  }

  /** The body of the response is a stream. */
  download(jobId: string, index = 0, settings: CallSettings = {}): Promise<Response> {
    return getJobResult(this.send, jobId, index, settings)
  }

  /** Deletes the job with its results; a running job is canceled. */
  removeJob(id: string, settings: CallSettings = {}): Promise<void> {
    return deleteJob(this.send, id, settings)
  }
}
