/** The one way the site talks to its server: a method, a URL, an optional body; anything but a success throws. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { type ErrorReply, errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import { askForProof } from './identity-proof/asked-proof.ts'

export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly status: number
  /** What the server said in words, for the toasts that show it; absent when it said nothing readable. */
  readonly serverMessage: string | undefined
  /** Which error of the table it is; absent together with the message. */
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
  const send = () => fetch(url, { method, credentials: 'include', ...stop, ...encodeBody(body, headers) })
  const response = await send()
  if (response.ok) return response
  const error = await toRequestError(response)
  // The user confirms who they are in a dialog, and the call is sent again, once.
  const isRepeated = error.code === 'proof-needed' && url !== apiPaths.proof && (await askForProof())
  if (!isRepeated) throw error
  const repeated = await send()
  if (!repeated.ok) throw await toRequestError(repeated)
  return repeated
}

/** Form data keeps the content type that the browser gives it, with its boundary. */
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

/** The error reply that the text is, if it is one. */
export function readErrorReply(bodyText: string): ErrorReply | undefined {
  try {
    return errorReplySchema.parse(JSON.parse(bodyText))
  } catch {
    return undefined
  }
}

export function serverMessageOf(error: unknown): string | undefined {
  return error instanceof RequestError ? error.serverMessage : undefined
}
