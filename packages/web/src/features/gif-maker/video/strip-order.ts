/** The order in which the pictures of a filmstrip are looked up: a few all over it first, then those between. */

interface StripStep {
  readonly index: number
  /** It also stands for so many of those after it that are not there yet. */
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
