/** Order in which filmstrip frames are loaded: a few across the whole strip first, then those in between. */

interface StripStep {
  readonly index: number
  /** The frame also fills this many cells until their own frames are loaded. */
  readonly spans: number
}

const passes = [4, 2, 1]

export function stripOrder(count: number): StripStep[] {
  const seen = new Set<number>()
  return passes.flatMap(spans =>
    Array.from({ length: Math.ceil(count / spans) }, (_, step) => step * spans)
      .filter(index => !seen.has(index) && seen.add(index))
      .map(index => ({ index, spans: Math.min(spans, count - index) })),
  )
}
