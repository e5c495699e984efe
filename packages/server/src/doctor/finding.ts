/** Result of one check: what was found, and how to fix a problem. */

export interface Finding {
  readonly area: 'settings' | 'data' | 'database' | 'storage' | 'mail' | 'web' | 'engines' | 'machine'
  readonly name: string
  readonly status: 'ok' | 'warning' | 'problem'
  readonly found: string
  /** Instruction for the operator. */
  readonly fix?: string
}

/** First line of the root error message, with credentials removed from database and SMTP URLs. */
export function describeFault(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error
  const cause = inner instanceof Error ? (inner.cause ?? inner) : inner
  const text = cause instanceof Error ? cause.message || cause.name : String(cause)
  return text.replace(/\n.*/s, '').replace(/\/\/[^/@\s]*@/g, '//***@')
}

export function describeGigabytes(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1)} GB`
}
