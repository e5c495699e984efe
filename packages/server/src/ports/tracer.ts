/** Distributed tracing across processes. Spans must not contain file names, texts or email addresses. */

export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>

export interface SpanSettings {
  /** Incoming request, or work taken from a queue. */
  readonly kind?: 'server' | 'consumer'
  /** Parent span as a W3C `traceparent`; null for a root span. Default: the current span. */
  readonly parent?: string | null | undefined
  readonly attributes?: SpanAttributes
  readonly startedAt?: Date
}

export interface Span {
  /** Undefined if tracing is off. */
  readonly traceId: string | undefined
  /** Makes this span current for `work` and everything it awaits. */
  run<Result>(work: () => Result): Result
  describe(attributes: SpanAttributes): void
  /** Takes the error code only, because messages may contain personal data. */
  fail(code: string): void
  end(): void
}

export interface Tracer {
  /** For work that is not a single function; the caller must end the span. */
  open(name: string, settings?: SpanSettings): Span
  trace<Result>(name: string, settings: SpanSettings, work: (span: Span) => Promise<Result>): Promise<Result>
  /** The current span as a W3C `traceparent`, to pass to another process; null if there is none. */
  traceParent(): string | null
  traceId(): string | undefined
  /** Flushes remaining spans, with a short timeout. */
  close(): Promise<void>
}
