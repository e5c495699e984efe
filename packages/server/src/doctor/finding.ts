/** One thing that was looked at: how it is, and what to do when it is not right. */

export interface Finding {
  readonly area: 'settings' | 'data' | 'database' | 'storage' | 'mail' | 'web' | 'engines' | 'machine'
  readonly name: string
  readonly status: 'ok' | 'warning' | 'problem'
  readonly found: string
  /** What to do about it, in an operator's words. */
  readonly fix?: string
}

/** The first line of what went wrong; addresses of databases and mail servers may hold a password, which is left out. */
export function describeFault(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error
  const cause = inner instanceof Error ? (inner.cause ?? inner) : inner
  const text = cause instanceof Error ? cause.message || cause.name : String(cause)
  return (text.split('\n')[0] ?? '').replace(/\/\/[^/@\s]*@/g, '//***@')
}

export function describeGigabytes(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1)} GB`
}
