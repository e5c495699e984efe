/** HTTP client for URLs given by users (imports, exports, webhooks); prevents server-side request forgery (SSRF). */
import type { Readable } from 'node:stream'
import type { AppError } from '@filesmith/contract/errors'

/** Machine-readable reason in the error's params, next to its message. */
export type OutboundProblem =
  | 'bad-address'
  /** Only for IP literals; host names report `unreachable`, see there. */
  | 'private-address'
  /**
   * No connection. Private, unknown and closed targets look the same, so that the internal network cannot be probed.
   */
  | 'unreachable'
  /** After the response had started. */
  | 'interrupted'
  | 'timed-out'
  | 'bad-certificate'
  | 'bad-answer'
  | 'too-many-redirects'
  | 'too-large'

export interface OutboundRequest {
  readonly url: string
  readonly method: 'GET' | 'PUT' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  /** A string, or a stream of known length. */
  readonly body?: string | { readonly source: Readable; readonly sizeBytes: number }
  /** If false, a redirect is returned like any other response. */
  readonly followsRedirects?: boolean
  /** The response is aborted beyond this size, whatever its Content-Length. */
  readonly maxBytes: number
  /** For the whole exchange, up to the last byte of the response. */
  readonly timeoutMs?: number
  readonly signal: AbortSignal
}

export interface OutboundResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Final URL after redirects. */
  readonly url: string
  /** Must be consumed or destroyed. Fails with the same error as the call. */
  readonly body: Readable
}

/** Unreachable or forbidden targets throw AppError('address-failed') with host, problem and reason. */
export interface OutboundClient {
  send(request: OutboundRequest): Promise<OutboundResponse>
  /** Validates a URL without connecting or resolving its host name. */
  refusal(url: string): AppError | undefined
}
