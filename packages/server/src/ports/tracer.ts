/** Follows a piece of work through the processes, in spans. Never file names, texts or addresses of people. */

export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>

export interface SpanSettings {
  /** Work that was asked for from outside, or taken from a queue. */
  readonly kind?: 'server' | 'consumer'
  /** The span it belongs to, as W3C writes it; null where there is none. Left out: the present one. */
  readonly parent?: string | null | undefined
  readonly attributes?: SpanAttributes
  readonly startedAt?: Date
}

export interface Span {
  /** Undefined where nothing is followed. */
  readonly traceId: string | undefined
  /** What is called inside, and whatever that waits for, belongs to this span. */
  run<Result>(work: () => Result): Result
  describe(attributes: SpanAttributes): void
  /** By the code of the error alone: its words may tell more. */
  fail(code: string): void
  end(): void
}

export interface Tracer {
  /** For work that is not one function; whoever opens it ends it. */
  open(name: string, settings?: SpanSettings): Span
  trace<Result>(name: string, settings: SpanSettings, work: (span: Span) => Promise<Result>): Promise<Result>
  /** The present span, to be carried to another process; null where there is none. */
  traceParent(): string | null
  traceId(): string | undefined
  /** Tells the last spans, if somebody listens, and waits for nobody long. */
  close(): Promise<void>
}
