/** HTTP client of the API: includes credentials and throws a RequestError unless the response is OK. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { ErrorReply } from '@filesmith/contract/schemas/error-reply'
import { requestProof } from './identity-proof/requested-proof.ts'
import { apiAddress } from './site-address.ts'

export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly status: number
  /** Message of the server for the user; undefined if the response is not an API error. */
  readonly serverMessage: string | undefined
  /** Error code; undefined together with the message. */
  readonly code: string | undefined

  constructor(status: number, text: string, reply?: ErrorReply) {
    super(`${status}: ${text}`)
    this.status = status
    this.serverMessage = reply?.message
    this.code = reply?.code
  }
}

type RequestMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export async function request(
  method: RequestMethod,
  url: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<Response> {
  const stop = signal ? { signal } : {}
  // A deletion is sent even if the page is being left.
  const keepalive = method === 'DELETE'
  const send = () =>
    fetch(apiAddress(url), {
      method,
      credentials: 'include',
      keepalive,
      ...stop,
      ...encodeBody(body, headers),
    })
  const response = await send()
  if (response.ok) return response
  const error = await toRequestError(response)
  // Sensitive requests require recent authentication: the dialog re-authenticates, and the request is repeated once.
  const isRepeated = error.code === 'proof-needed' && url !== apiPaths.proof && (await requestProof())
  if (!isRepeated) throw error
  const repeated = await send()
  if (!repeated.ok) throw await toRequestError(repeated)
  return repeated
}

/** The browser sets the content type of form data, with its boundary. */
function encodeBody(body: unknown, headers: Readonly<Record<string, string>>): RequestInit {
  if (body === undefined) return { headers: { ...headers } }
  if (body instanceof FormData) return { body, headers: { ...headers } }
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
}

async function toRequestError(response: Response): Promise<RequestError> {
  const bodyText = await response.text()
  const reply = readErrorReply(bodyText)
  return new RequestError(response.status, reply?.message ?? (bodyText.trim() || response.statusText), reply)
}

/** Parses an error response; undefined if it is not one. */
export function readErrorReply(bodyText: string): ErrorReply | undefined {
  try {
    // Without its schema, because every page needs it. A proxy may have answered.
    const reply: Partial<Record<keyof ErrorReply, unknown>> | null = JSON.parse(bodyText)
    const { code, message } = reply ?? {}
    return typeof code === 'string' && typeof message === 'string' ? { code, message } : undefined
  } catch {
    return undefined
  }
}

export function serverMessageOf(error: unknown): string | undefined {
  return error instanceof RequestError ? error.serverMessage : undefined
}
