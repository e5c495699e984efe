/** Error of an API call: the server's error code and message, or a connection error. */

interface ErrorDetails {
  readonly status?: number
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
}

/** Besides the server's codes there are `server-unreachable`, `not-filesmith`, `webhook-refused`, and the codes of failed jobs. */
export class FilesmithError extends Error {
  override readonly name = 'FilesmithError'
  readonly code: string
  /** HTTP status; 0 without a response. */
  readonly status: number
  readonly retryAfterSeconds: number | undefined

  constructor(code: string, message: string, { status = 0, retryAfterSeconds, cause }: ErrorDetails = {}) {
    super(message, { cause })
    this.code = code
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** The API key is missing, invalid, expired, or lacks the scope. */
  get isRefusedKey(): boolean {
    return this.status === 401 || this.status === 403
  }
}

export async function readError(response: Response): Promise<FilesmithError> {
  const details = { status: response.status, retryAfterSeconds: readRetryAfter(response) }
  const body: unknown = await response.json().catch(() => undefined)
  if (isErrorBody(body)) return new FilesmithError(body.code, body.message, details)
  return new FilesmithError(
    'not-filesmith',
    `The server answered ${response.status} with an unexpected body.`,
    details,
  )
}

/** `Retry-After` is either a number of seconds or an HTTP date. */
function readRetryAfter({ headers }: Response): number | undefined {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  if (/^\d+$/.test(text)) return Number(text)
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000)
}

function isErrorBody(body: unknown): body is { code: string; message: string } {
  const { code, message } = (body ?? {}) as Record<string, unknown>
  return typeof code === 'string' && typeof message === 'string'
}
