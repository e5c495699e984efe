/** The one way out to addresses that other people name: files to fetch, results to send, programs to tell. */
import type { Readable } from 'node:stream'
import type { AppError } from '@filesmith/contract/errors'

/** Why an address could not be used; beside the words for people, in the params of the error. */
export type OutboundProblem =
  | 'bad-address'
  /** Written as a number; of a name it is never told, see `unreachable`. */
  | 'private-address'
  /** No connection, whatever the reason: private names, unknown names and closed ports are answered alike. */
  | 'unreachable'
  /** After it had begun to answer. */
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
  /** Text, or a stream whose length is known. */
  readonly body?: string | { readonly source: Readable; readonly sizeBytes: number }
  /** Otherwise an answer that leads elsewhere is an answer like any other. */
  readonly followsRedirects?: boolean
  /** The answer breaks off with more than that, whatever it says of itself. */
  readonly maxBytes: number
  /** For all of it, to the last byte of the answer. */
  readonly timeoutMs?: number
  readonly signal: AbortSignal
}

export interface OutboundAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Where it came from in the end. */
  readonly url: string
  /** To be read to its end or destroyed. Breaks with the same error as the call. */
  readonly body: Readable
}

/** What cannot be reached or may not be throws AppError('address-failed') with host, problem and reason. */
export interface OutboundClient {
  send(request: OutboundRequest): Promise<OutboundAnswer>
  /** What can be said against an address without calling it or looking up its name. */
  refusal(url: string): AppError | undefined
}
