/** What a call failed with: the server's own code and words, or that there was no answer at all. */

interface ErrorDetails {
  readonly status?: number
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
}

/** Beside the codes of the server there are `server-unreachable`, `not-filesmith` and `job-…` for jobs that ended badly. */
export class FilesmithError extends Error {
  override readonly name = 'FilesmithError'
  readonly code: string
  /** Of the answer; 0 where there was none. */
  readonly status: number
  readonly retryAfterSeconds: number | undefined

  constructor(code: string, message: string, { status = 0, retryAfterSeconds, cause }: ErrorDetails = {}) {
    super(message, { cause })
    this.code = code
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** The key is missing, wrong, ended, or may not do this. */
  get isRefusedKey(): boolean {
    return this.status === 401 || this.status === 403
  }
}

export async function errorOf(response: Response): Promise<FilesmithError> {
  const details = { status: response.status, retryAfterSeconds: retryAfterOf(response) }
  const body: unknown = await response.json().catch(() => undefined)
  if (isErrorReply(body)) return new FilesmithError(body.code, body.message, details)
  return new FilesmithError(
    'not-filesmith',
    `The server answered ${response.status} in words of its own.`,
    details,
  )
}

/** Seconds, or a date. */
function retryAfterOf({ headers }: Response): number | undefined {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  if (/^\d+$/.test(text)) return Number(text)
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000)
}

function isErrorReply(body: unknown): body is { code: string; message: string } {
  const { code, message } = (body ?? {}) as Record<string, unknown>
  return typeof code === 'string' && typeof message === 'string'
}
