/** Description of an API call and the function that sends it. */

export interface CallSettings {
  readonly signal?: AbortSignal | undefined
  /** Additional request headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Request body as `fetch` accepts it, in browsers and in Node. */
export type SentBody = NonNullable<RequestInit['body']>

export interface Call extends CallSettings {
  readonly method: string
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly json?: unknown
  readonly body?: SentBody
  readonly answers: 'json' | 'response' | 'nothing'
}

export type Send = <Reply>(call: Call) => Promise<Reply>
