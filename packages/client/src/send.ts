/** What a call of the API is before it is sent, and who sends it. */

export interface CallSettings {
  readonly signal?: AbortSignal | undefined
  /** Sent with the call, beside the key. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** As `fetch` takes it, in browsers and in Node. */
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
